package africa.soko.market.words;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// What operators have published, newest first, as a node knows it.
///
/// @param revision differs whenever any article does
public record Articles(String revision, List<Article> all) {
  static final Comparator<Article> NEWEST_FIRST =
      Comparator.comparing(Article::publishedAt).reversed().thenComparing(Article::id);

  public static final Articles NONE = new Articles("", List.of());

  public Articles {
    all = all.stream().sorted(NEWEST_FIRST).toList();
  }

  List<Article> publishedAt(Instant now) {
    return all.stream().filter(each -> !each.publishedAt().isAfter(now)).toList();
  }

  /// When the next one shows.
  Instant nextAfter(Instant now) {
    return all.stream()
        .map(Article::publishedAt)
        .filter(at -> at.isAfter(now))
        .min(Comparator.naturalOrder())
        .orElse(Instant.MAX);
  }
}
