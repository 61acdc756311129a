package africa.soko.market;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// A source of delayed prices. The simulated one is built in; a real one replaces it here.
public interface PriceFeed {
  /// The latest prices known at `at`, one for each instrument the source has one for. May block,
  /// and is therefore never called on an event loop.
  List<FeedPrice> poll(List<Instrument> instruments, Instant at) throws IOException;
}
