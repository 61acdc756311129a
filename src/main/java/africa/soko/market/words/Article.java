package africa.soko.market.words;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A text about the market.
///
/// @param slug its name in an address
/// @param exchange the exchange that it is about, or null
/// @param symbols the instruments that it is about
/// @param publishedAt from when on it shows
/// @param sampleData whether it was generated
public record Article(
    String id,
    String slug,
    Source source,
    @Nullable String exchange,
    List<String> symbols,
    String title,
    String summary,
    String body,
    Instant publishedAt,
    boolean sampleData) {

  /// What kind of news it is (SPEC "Other market records").
  public enum Source {
    MARKET_NEWS,
    CORPORATE_ACTION
  }

  public Article {
    symbols = List.copyOf(symbols);
  }

  boolean isAbout(String symbol) {
    return symbols.contains(symbol);
  }
}
