package africa.soko.access;

import africa.soko.edge.Environment;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the text of a credential alone tells of a mistake: a key that is cut off, or sent to where
/// another one belongs. No store is asked, so that nothing is told of which keys exist.
final class Misplaced {
  private static final String PREFIXES =
      Arrays.stream(KeyKind.values()).map(KeyKind::prefix).collect(Collectors.joining(", "));

  private static final String JWT = "eyJ";

  private Misplaced() {}

  static boolean isIdToken(String text) {
    return text.startsWith(JWT);
  }

  static boolean isDataKey(String text) {
    return KeyKind.of(text) == KeyKind.DATA;
  }

  /// Why a text cannot be a key here, or null if it may be one.
  ///
  /// @param environment where it must be at home; null for any
  static @Nullable String key(String text, @Nullable Environment environment) {
    if (isIdToken(text)) return "This takes an API key, not an ID token";
    var kind = KeyKind.of(text);
    if (kind == null) return "The key begins with none of " + PREFIXES;
    if (!ApiKeys.valid(text)) return "The key is mistyped or not whole";
    var home = home(kind);
    if (home == null || environment == null || home == environment) return null;
    return "A %s key is for %s, not for %s"
        .formatted(kind.prefix(), home.base(), environment.base());
  }

  /// Why a text cannot be an ID token, or null if it may be one.
  static @Nullable String idToken(String text) {
    return KeyKind.of(text) == null ? null : "This takes an ID token, not an API key";
  }

  /// The only environment of a kind of key; data keys and tokens are of either.
  private static @Nullable Environment home(KeyKind kind) {
    return switch (kind) {
      case LIVE -> Environment.LIVE;
      case SANDBOX -> Environment.SANDBOX;
      case DATA, TOKEN -> null;
    };
  }
}
