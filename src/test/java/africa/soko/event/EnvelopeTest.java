package africa.soko.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final Instant NOW = Instant.parse("2026-03-02T09:16:13.123456Z");

  @Test
  void a_live_event() {
    var event =
        new LoggedEvent("prt_1", 7, "evt_1", "order.filled", null, NOW, "{\"totalCost\":40.92}");
    assertThat(Envelope.of(event, false).toString())
        .isEqualTo(
            "{\"eventId\":\"evt_1\",\"sequence\":7,\"event\":\"order.filled\","
                + "\"timestamp\":\"2026-03-02T09:16:13.123Z\",\"data\":{\"totalCost\":40.92}}");
  }

  @Test
  void an_alias_in_the_sandbox() {
    var event =
        new LoggedEvent("prt_1", 8, "evt_2", "trade.settled", "order.filled", NOW, "{\"a\":\"é\"}");
    assertThat(Envelope.of(event, true).toString())
        .endsWith("\"data\":{\"a\":\"é\"},\"aliasOf\":\"order.filled\",\"isSandbox\":true}");
  }

  @Test
  void what_is_in_no_log_has_no_sequence() {
    assertThat(Envelope.unlogged("evt_3", "test.event", NOW, "{}", false).toString())
        .isEqualTo(
            "{\"eventId\":\"evt_3\",\"event\":\"test.event\","
                + "\"timestamp\":\"2026-03-02T09:16:13.123Z\",\"data\":{}}");
  }
}
