package africa.soko.market.price;

import africa.soko.market.catalogue.Instrument;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A source that has a price of any moment, as the simulated one has. Real prices come when they
/// do: [africa.soko.market.feed.PriceSource].
public interface PriceFeed {
  /// How often prices are refreshed while an exchange is open (SPEC, Core rules 5).
  Duration REFRESH = Duration.ofMinutes(15);

  /// The latest prices known at `at`, one for each instrument the source has one for. May block,
  /// and is therefore never called on an event loop.
  List<FeedPrice> poll(List<Instrument> instruments, Instant at) throws IOException;
}
