package africa.soko.platform.config;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which names are settings, in any spelling, and which setting somebody may have meant.
final class SettingNames {
  static final String FILE_SUFFIX = "_FILE";

  private static final Map<String, Setting> BY_VARIABLE =
      Stream.of(Setting.values()).collect(Collectors.toUnmodifiableMap(Setting::variable, s -> s));

  /// What the scripts take, not the program.
  private static final Set<String> OF_SCRIPTS = Set.of("SOKO_JAVA_OPTS", "SOKO_TARGET_DIR");

  /// What Kubernetes and Docker links add for a service whose name begins with soko.
  private static final Pattern OF_ORCHESTRATORS =
      Pattern.compile(
          "SOKO_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  private static final Pattern LINK = Pattern.compile("(tcp|udp|sctp)://.*");

  private SettingNames() {}

  /// @param variable for example `SOKO_HTTP_PORT`, or a secret's `SOKO_PG_PASSWORD_FILE`
  static boolean isKnown(String variable) {
    if (BY_VARIABLE.containsKey(variable)) return true;
    if (!variable.endsWith(FILE_SUFFIX)) return false;
    var secret = BY_VARIABLE.get(variable.substring(0, variable.length() - FILE_SUFFIX.length()));
    return secret != null && secret.isSecret();
  }

  /// Whether a variable of the environment is not meant for the program, although it looks so.
  static boolean isForeign(String variable, String value) {
    return OF_SCRIPTS.contains(variable)
        || OF_ORCHESTRATORS.matcher(variable).matches()
        || (variable.endsWith("_PORT") && LINK.matcher(value).matches());
  }

  /// The setting whose name is nearest to a name that is none, spelt as that one is; empty if none
  /// is near.
  static Optional<String> nearest(String name) {
    Function<Setting, String> spelling =
        name.startsWith("--")
            ? Setting::option
            : isVariable(name) ? Setting::variable : Setting::key;
    var sought = Setting.variable(name);
    var best =
        Stream.of(Setting.values())
            .min(Comparator.comparingInt(setting -> distance(sought, setting.variable())))
            .orElseThrow();
    int changesMax = Math.max(2, sought.length() / 3);
    return distance(sought, best.variable()) <= changesMax
        ? Optional.of(spelling.apply(best))
        : Optional.empty();
  }

  private static boolean isVariable(String name) {
    return name.equals(Setting.variable(name));
  }

  /// How many characters must be added, taken away or changed to make one of the other
  /// (Levenshtein).
  private static int distance(String one, String other) {
    var row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) row[j] = j;
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
