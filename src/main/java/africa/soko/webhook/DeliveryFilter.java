package africa.soko.webhook;

import africa.soko.platform.id.Ulid;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which attempts of an endpoint are asked for; null is any. Ids of attempts follow the time, so
/// that a time is about a place in the index.
///
/// @param since not before
/// @param until before
record DeliveryFilter(
    @Nullable Boolean success,
    @Nullable String eventId,
    @Nullable Instant since,
    @Nullable Instant until) {
  static final DeliveryFilter ALL = new DeliveryFilter(null, null, null, null);

  private static final String PREFIX = "dlv_";
  private static final String AFTER_ALL = "~";

  /// An id is made somewhat before its attempt, and goes on counting while a clock is put back.
  private static final Duration IDS_DIFFER_MAX = Duration.ofSeconds(10);

  /// The first id that may be among them.
  String from() {
    return since == null ? "" : at(since.minus(IDS_DIFFER_MAX));
  }

  /// The id that all of them are before.
  ///
  /// @param before the last id of the page before, or null
  String before(@Nullable String before) {
    var end = until == null ? AFTER_ALL : at(until.plus(IDS_DIFFER_MAX));
    return before == null || before.compareTo(end) > 0 ? end : before;
  }

  private static String at(Instant time) {
    return PREFIX + new Ulid(Math.max(0, time.toEpochMilli()), 0, 0);
  }
}
