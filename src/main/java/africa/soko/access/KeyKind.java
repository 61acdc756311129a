package africa.soko.access;

import africa.soko.edge.Environment;
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

  /// The kind of the full keys of an environment.
  public static KeyKind fullOf(Environment environment) {
    return environment == Environment.LIVE ? LIVE : SANDBOX;
  }

  static @Nullable KeyKind of(String key) {
    for (var kind : values()) {
      if (key.startsWith(kind.prefix)) return kind;
    }
    return null;
  }
}
