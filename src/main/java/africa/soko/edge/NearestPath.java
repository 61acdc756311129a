package africa.soko.edge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds what a path that leads nowhere was meant to be: the one that differs least, by letters. It
/// looks at nothing that is long, for anybody may ask.
final class NearestPath {
  private static final int CHARS_MAX = 160;
  private static final int SEGMENTS_MAX = 12;

  /// One letter in so many may be wrong, and one in any case.
  private static final int LETTERS_PER_FAULT = 3;

  private static final Pattern TELLABLE = Pattern.compile("/[A-Za-z0-9/_.~{}-]*");
  private static final List<String> BASES =
      List.of(Environment.SANDBOX.base(), Environment.LIVE.base(), Operation.OPERATOR_BASE);

  private record Candidate(String path, List<String> segments) {}

  private final List<Candidate> candidates;

  NearestPath(List<String> paths) {
    candidates =
        paths.stream().sorted().distinct().map(path -> new Candidate(path, parts(path))).toList();
  }

  /// Whether a path may be said again in an answer.
  static boolean isTellable(String path) {
    return path.length() <= CHARS_MAX && TELLABLE.matcher(path).matches();
  }

  /// The path of an operation, with its parameters in braces, or null if none is near.
  @Nullable String of(String path) {
    if (!isTellable(path)) return null;
    var asked = parts(path);
    if (asked.isEmpty() || asked.size() > SEGMENTS_MAX) return null;
    var found = nearest(asked);
    if (found != null || BASES.stream().anyMatch(path::startsWith)) return found;
    return belowABase(asked);
  }

  /// Who knows the operation and not its base: `/account`, `/v1/account`.
  private @Nullable String belowABase(List<String> asked) {
    for (int skipped = 0; skipped < Math.min(asked.size(), 3); skipped++) {
      var path = new ArrayList<>(parts(Environment.SANDBOX.base()));
      path.addAll(asked.subList(skipped, asked.size()));
      var found = nearest(path);
      if (found != null) return found;
    }
    return null;
  }

  private @Nullable String nearest(List<String> asked) {
    Candidate best = null;
    int fewest = Integer.MAX_VALUE;
    for (var candidate : candidates) {
      int faults = faults(asked, candidate.segments);
      if (faults >= 0 && faults < fewest) {
        best = candidate;
        fewest = faults;
      }
    }
    return best == null ? null : best.path;
  }

  /// How many letters differ, or -1 if the two are not alike. What stands for a parameter costs a
  /// little, so that the name of an operation is found before a parameter in its place.
  private static int faults(List<String> asked, List<String> known) {
    if (asked.size() != known.size()) return -1;
    int sum = 0;
    for (int i = 0; i < known.size(); i++) {
      var part = known.get(i);
      if (part.startsWith("{")) {
        sum++;
        continue;
      }
      int max = Math.max(1, part.length() / LETTERS_PER_FAULT);
      int differ = distance(asked.get(i), part, max);
      if (differ > max) return -1;
      sum += 2 * differ;
    }
    return sum;
  }

  /// The distance of Levenshtein, or more than the maximum.
  private static int distance(String one, String other, int max) {
    if (one.equals(other)) return 0;
    if (Math.abs(one.length() - other.length()) > max) return max + 1;
    var row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) row[j] = j;
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[other.length()];
  }

  private static List<String> parts(String path) {
    return Arrays.stream(path.split("/", -1))
        .filter(part -> !part.isEmpty())
        .map(part -> part.startsWith("{") ? part : part.toLowerCase(Locale.ROOT))
        .toList();
  }
}
