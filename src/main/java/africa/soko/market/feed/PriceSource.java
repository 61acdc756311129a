package africa.soko.market.feed;

import java.io.IOException;
import java.util.List;

/// A place where real prices arrive. One caller at a time; it may block, and is therefore never
/// asked on an event loop.
public interface PriceSource {
  /// What has come since the last look; empty where nothing has.
  ///
  /// @throws IOException if it cannot be told now; the next look may
  List<FeedRows> look() throws IOException;

  /// Whether all nodes look at the same place, so that one of them is enough.
  boolean isShared();
}
