package africa.soko.access;

import org.jspecify.annotations.Nullable;

/// The kinds of credential, told apart by the beginning of their text (SPEC "Credentials").
public enum KeyKind {
  LIVE("pk_live_"),
  SANDBOX("sk_sandbox_"),
  DATA("pk_data_"),
  TOKEN("svc_oauth_");

  private final String prefix;

  KeyKind(String prefix) {
    this.prefix = prefix;
  }

  public String prefix() {
    return prefix;
  }

  static @Nullable KeyKind of(String key) {
    for (var kind : values()) {
      if (key.startsWith(kind.prefix)) return kind;
    }
    return null;
  }
}
