package africa.soko.desk;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.ledger.PartnerTime;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Duration;
import java.time.Instant;

/// How far the clock of a sandbox partner runs ahead of the real time. Without a row it does not.
public record TestClock(String partnerId, long offsetMillis) {
  public static final Table<TestClock> TABLE =
      Table.<TestClock>named("test_clock")
          .key("partner_id", TestClock::partnerId)
          .number("offset_millis", TestClock::offsetMillis)
          .readBy(f -> new TestClock(f.text("partner_id"), f.number("offset_millis")));

  /// The time of partners whose clocks can be moved.
  public static final PartnerTime TIME =
      new PartnerTime() {
        @Override
        public void needs(Needs needs, String partnerId) {
          needs.maybe(TABLE, Key.of(partnerId));
        }

        @Override
        public Instant now(Book book, String partnerId, Instant real) {
          var clock = book.find(TABLE, Key.of(partnerId));
          return clock == null ? real : real.plus(clock.offset());
        }
      };

  public Duration offset() {
    return Duration.ofMillis(offsetMillis);
  }
}
