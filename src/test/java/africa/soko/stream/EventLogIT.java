package africa.soko.stream;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import africa.soko.trading.Side;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Reading back what has happened.
@SokoTest
class EventLogIT {

  @Test
  void pages_lead_through_the_whole_log_newest_first_aliases_included(Partner partner) {
    partner.verifiedUser().funded("500").done("SCOM.KE", Side.BUY, 1);
    var api = partner.sandbox();
    var whole = api.get("/events").expect(200);
    assertThat(whole.texts("/events", "event"))
        .containsExactly(
            "trade.settled", "order.filled", "order.pending", "deposit.confirmed", "kyc.updated");
    assertThat(whole.texts("/events", "sequence")).containsExactly("5", "4", "3", "2", "1");
    for (var limit : List.of(1, 2, 4)) {
      var found = new ArrayList<String>();
      var page = api.get("/events?limit=" + limit).expect(200);
      found.addAll(page.texts("/events", "eventId"));
      while (page.at("/hasMore").asBoolean()) {
        page = api.get("/events?limit=" + limit + "&cursor=" + page.text("/nextCursor"));
        found.addAll(page.expect(200).texts("/events", "eventId"));
      }
      assertThat(found).isEqualTo(whole.texts("/events", "eventId"));
    }
    for (int i = 0; i < 5; i++) {
      var one = api.get("/events/" + whole.text("/events/" + i + "/eventId")).expect(200);
      assertThat(one.at("")).isEqualTo(whole.at("/events/" + i));
    }
    assertThat(whole.text("/events/0/aliasOf")).isEqualTo("order.filled");
  }

  @Test
  void name_and_time_leave_what_they_say(Partner partner) {
    partner.verifiedUser().funded("500").done("SCOM.KE", Side.BUY, 1);
    var api = partner.sandbox();
    var whole = api.get("/events").expect(200);
    for (var name : List.of("kyc.updated", "order.filled", "trade.settled")) {
      assertThat(api.get("/events?type=" + name).expect(200).texts("/events", "event"))
          .containsExactly(name);
    }
    assertThat(api.get("/events?type=dividend.paid").expect(200)).hasNumber("/count", "0");
    for (var time : whole.texts("/events", "timestamp")) {
      assertThat(api.get("/events?since=" + time).expect(200).texts("/events", "sequence"))
          .isEqualTo(sequences(whole, each -> !each.isBefore(Instant.parse(time))));
      assertThat(api.get("/events?until=" + time).expect(200).texts("/events", "sequence"))
          .isEqualTo(sequences(whole, each -> each.isBefore(Instant.parse(time))));
    }
    assertThat(api.get("/events?since=2999-01-01T00:00:00Z").expect(200)).hasNumber("/count", "0");
    assertThat(api.get("/events?until=2999-01-01T00:00:00Z").expect(200)).hasNumber("/count", "5");
    assertThat(api.get("/events?until=2020-01-01T00:00:00Z").expect(200)).hasNumber("/count", "0");
  }

  @Test
  void what_nobody_can_mean_is_refused(Partner partner) {
    var api = partner.sandbox();
    assertThat(api.get("/events").expect(200)).hasNumber("/count", "0");
    assertThat(api.get("/events?type=order.eaten"))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "type");
    assertThat(api.get("/events?since=yesterday")).isRefused(400, "INVALID_TYPE");
    assertThat(api.get("/events?cursor=x")).isRefused(400, "VALIDATION_ERROR");
    for (var id : List.of("evt_none", "x", "evt_01KJPXCMFGJMRNV7E9Z0C1HT2H")) {
      assertThat(api.get("/events/" + id)).isRefused(404, "NOT_FOUND");
    }
  }

  @Test
  void events_of_others_do_not_exist(Partner partner, Partner other) {
    partner.verifiedUser();
    var id = partner.sandbox().get("/events").text("/events/0/eventId");
    for (var stranger : List.of(other.sandbox(), partner.live())) {
      assertThat(stranger.get("/events").expect(200)).hasNumber("/count", "0");
      assertThat(stranger.get("/events/" + id)).isRefused(404, "NOT_FOUND");
    }
  }

  private static List<String> sequences(Reply whole, Predicate<Instant> when) {
    var found = new ArrayList<String>();
    for (var event : whole.at("/events")) {
      if (when.test(Instant.parse(event.get("timestamp").asText()))) {
        found.add(event.get("sequence").asText());
      }
    }
    return found;
  }
}
