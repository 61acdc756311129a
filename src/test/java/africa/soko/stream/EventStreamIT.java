package africa.soko.stream;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.ApiKeys;
import africa.soko.access.KeyKind;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import africa.soko.trading.Side;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// `GET /stream` as a partner's program reads it.
@SokoTest
class EventStreamIT {

  @Test
  void a_frame_has_the_id_the_name_and_the_envelope_of_its_event(Partner partner) throws Exception {
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      assertThat(stream.status()).isEqualTo(200);
      assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
      assertThat(stream.header("Cache-Control")).isEqualTo("no-store");
      assertThat(stream.header("X-Request-Id")).startsWith("req_");
      for (var limit : List.of("Limit", "Remaining", "Reset")) {
        assertThat(stream.header("X-RateLimit-" + limit)).matches("[0-9]+");
      }
      assertThat(stream.frame()).containsExactly("retry: 3000");

      var user = partner.verifiedUser();
      var frame = stream.frame();
      assertThat(frame).hasSize(3);
      assertThat(frame.get(0)).startsWith("id: evt_");
      assertThat(frame.get(1)).isEqualTo("event: kyc.updated");
      var envelope = Reply.read(frame.get(2).substring("data: ".length()));
      assertThat(frame.get(0)).isEqualTo("id: " + envelope.get("eventId").asText());
      assertThat(envelope.get("event").asText()).isEqualTo("kyc.updated");
      assertThat(envelope.get("sequence").asLong()).isEqualTo(1);
      assertThat(envelope.get("isSandbox").asBoolean()).isTrue();
      assertThat(envelope.at("/data/subAccountId").asText()).isEqualTo(user.id());
      assertThat(Instant.parse(envelope.get("timestamp").asText())).isBefore(Instant.MAX);
    }
  }

  @Test
  void a_stream_goes_on_after_the_event_that_was_read_last(Partner partner) throws Exception {
    var log = events(partner, 5);
    var third = id(log.get(2));
    try (var stream = SseClient.of(partner.sandbox(), "", "Last-Event-ID", third)) {
      assertThat(stream.envelope()).isEqualTo(log.get(3));
      assertThat(stream.envelope()).isEqualTo(log.get(4));
    }
    try (var stream = SseClient.of(partner.sandbox(), "?since=" + third)) {
      assertThat(stream.envelope()).isEqualTo(log.get(3));
    }
    var first = "?since=" + id(log.get(0));
    try (var stream = SseClient.of(partner.sandbox(), first, "Last-Event-ID", third)) {
      assertThat(stream.envelope()).isEqualTo(log.get(3));
    }
    try (var stream = SseClient.of(partner.sandbox(), "?since=no-place", "Last-Event-ID", third)) {
      assertThat(stream.envelope()).isEqualTo(log.get(3));
    }
  }

  @Test
  void a_time_is_a_place_in_the_log(Partner partner) throws Exception {
    var log = events(partner, 3);
    for (var since : List.of("2020-01-01T00:00:00Z", log.get(0).get("timestamp").asText())) {
      try (var stream = SseClient.of(partner.sandbox(), "?since=" + since)) {
        for (var event : log) assertThat(stream.envelope()).isEqualTo(event);
      }
    }
    try (var stream = SseClient.of(partner.sandbox(), "?since=2020-01-01T03:00:00%2B03:00")) {
      assertThat(stream.envelope()).isEqualTo(log.getFirst());
    }
    try (var stream = SseClient.of(partner.sandbox(), "?since=2999-01-01T00:00:00Z")) {
      assertThat(stream.frame()).containsExactly("retry: 3000");
      partner.verifiedUser();
      assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(4);
    }
  }

  @Test
  void what_is_no_place_is_refused_and_takes_no_slot(Partner partner, Partner other)
      throws Exception {
    var foreign = id(events(other, 1).getFirst());
    var mine = events(partner, 1).getFirst();
    var api = partner.sandbox();
    for (int i = 0; i < 3; i++) {
      for (var place :
          List.of(
              foreign,
              "evt_01KJPX74PG4TFF59TDWH9EDD1R",
              "evt_",
              "7",
              "%2B294277-01-01T00:00:00Z")) {
        assertThat(api.get("/stream?since=" + place))
            .isRefused(400, "VALIDATION_ERROR")
            .has("/error/param", "since");
        assertThat(api.request("GET", "/stream").header("Last-Event-ID", place).send())
            .isRefused(400, "VALIDATION_ERROR")
            .has("/error/param", "Last-Event-ID");
      }
    }
    try (var stream = SseClient.of(api, "?since=2020-01-01T00:00:00Z")) {
      assertThat(stream.envelope()).isEqualTo(mine);
    }
  }

  @Test
  void only_the_events_that_are_named_come_and_a_stream_of_them_resumes(
      Partner partner, Service service) throws Exception {
    var user = partner.verifiedUser().funded("5").funded("6");
    user.verified("FULL");
    user.funded("7");
    var all = "?since=2020-01-01T00:00:00Z";
    var api = partner.sandbox();
    var last = "";
    try (var stream = SseClient.of(api, all + "&types=deposit.confirmed,order.filled")) {
      for (long sequence : new long[] {2, 3, 5}) {
        var event = stream.envelope();
        assertThat(event.get("event").asText()).isEqualTo("deposit.confirmed");
        assertThat(event.get("sequence").asLong()).isEqualTo(sequence);
        if (sequence == 3) last = id(event);
      }
      user.verified("BASIC");
      // What was passed by is told with the sign of life, so that nobody reads it again.
      try (var _ = service.clock().ahead(Duration.ofSeconds(16))) {
        var place = stream.frame();
        while (place.size() != 2) place = stream.frame();
        assertThat(place.getFirst()).isEqualTo(":");
        var id = place.getLast().substring("id: ".length());
        user.funded("8");
        try (var resumed = SseClient.of(api, "", "Last-Event-ID", id)) {
          assertThat(resumed.envelope().get("sequence").asLong()).isEqualTo(7);
        }
      }
      assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(7);
    }
    try (var stream = SseClient.of(api, "?types=deposit.confirmed", "Last-Event-ID", last)) {
      assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(5);
    }
    try (var stream = SseClient.of(api, all + "&types=kyc.updated")) {
      for (long sequence : new long[] {1, 4, 6}) {
        assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(sequence);
      }
    }
    for (var wrong : List.of("order.gone", "*", "kyc.updated,x")) {
      assertThat(api.get("/stream?types=" + wrong))
          .isRefused(400, "VALIDATION_ERROR")
          .has("/error/param", "types");
    }
  }

  @Test
  void an_alias_is_asked_for_by_its_own_name(Partner partner) throws Exception {
    var order = partner.master().done("SCOM.KE", Side.BUY, 1);
    try (var stream =
        SseClient.of(partner.sandbox(), "?since=2020-01-01T00:00:00Z&types=trade.settled")) {
      var event = stream.envelope();
      assertThat(event.get("event").asText()).isEqualTo("trade.settled");
      assertThat(event.at("/data/orderId").asText()).isEqualTo(order.text("/orderId"));
    }
  }

  @Test
  void an_empty_last_event_id_is_none(Partner partner) throws Exception {
    events(partner, 1);
    try (var stream = SseClient.of(partner.sandbox(), "", "Last-Event-ID", "")) {
      assertThat(stream.frame()).containsExactly("retry: 3000");
      partner.user().verified("FULL");
      assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(2);
    }
  }

  @Test
  void a_partner_has_two_streams_in_the_sandbox_and_a_closed_one_makes_room(Partner partner)
      throws Exception {
    var api = partner.sandbox();
    var first = SseClient.of(api, "");
    try (var second = SseClient.of(api, "")) {
      assertThat(first.frame()).containsExactly("retry: 3000");
      assertThat(second.frame()).containsExactly("retry: 3000");
      var refused = api.get("/stream");
      assertThat(refused)
          .isRefused(429, "RATE_LIMITED")
          .hasNumber("/error/activeConnections", "2")
          .hasNumber("/error/limit", "2");

      first.close();
      try (var third = SseClient.of(api, "")) {
        assertThat(third.frame()).containsExactly("retry: 3000");
        assertThat(api.get("/stream")).isRefused(429, "RATE_LIMITED");
      }
    }
  }

  @Test
  void the_environments_have_streams_and_slots_of_their_own(Partner partner) throws Exception {
    try (var sandbox = SseClient.of(partner.sandbox(), "");
        var another = SseClient.of(partner.sandbox(), "");
        var live = SseClient.of(partner.live(), "")) {
      assertThat(List.of(sandbox.status(), another.status(), live.status())).containsOnly(200);
      var liveUser = partner.verifiedLiveUser();
      var user = partner.verifiedUser();
      var atLive = live.envelope();
      assertThat(atLive.at("/data/subAccountId").asText()).isEqualTo(liveUser.id());
      assertThat(atLive.has("isSandbox")).isFalse();
      var atSandbox = sandbox.envelope();
      assertThat(atSandbox.at("/data/subAccountId").asText()).isEqualTo(user.id());
      assertThat(atSandbox.get("sequence").asLong()).isEqualTo(1);
      assertThat(atSandbox.get("isSandbox").asBoolean()).isTrue();
      assertThat(partner.live().get("/stream?since=" + id(atSandbox)))
          .isRefused(400, "VALIDATION_ERROR");
    }
  }

  @Test
  void a_partner_sees_its_own_events_alone(Partner partner, Partner other) throws Exception {
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      stream.frame();
      other.verifiedUser();
      var mine = partner.verifiedUser();
      assertThat(stream.envelope().at("/data/subAccountId").asText()).isEqualTo(mine.id());
    }
  }

  @Test
  void a_token_of_one_sub_account_reads_no_stream(Partner partner) {
    var person = Map.of("uid", "uid-" + UUID.randomUUID(), "name", "Amina", "country", "KE");
    var registered = partner.sandbox().post("/auto-register", person);
    var token = registered.text("/token");
    assertThat(token).as(registered.toString()).startsWith("svc_oauth_");
    assertThat(partner.sandbox().as(token).get("/stream")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_data_key_reads_no_stream(Partner partner, Service service) {
    // No operation makes one yet.
    var key = new ApiKeys(new byte[32]).generate(KeyKind.DATA);
    service.execute(
        """
        INSERT INTO credential
          (key_hash, key_id, partner_id, environment, type, masked_key, scopes, created_at)
        VALUES (decode('%s', 'hex'), 'key_%s', '%s', 'SANDBOX', 'DATA', '', 'market:read', now())
        """
            .formatted(
                HexFormat.of().formatHex(ApiKeys.hash(key)), UUID.randomUUID(), partner.id()));
    var api = partner.sandbox().as(key);
    assertThat(api.get("/stocks")).hasStatus(200);
    assertThat(api.get("/stream")).isRefused(403, "FORBIDDEN");
    assertThat(api.get("/webhooks")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_silent_stream_shows_that_it_is_alive(Partner partner, Service service) throws Exception {
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      stream.frame();
      for (int i = 1; i <= 2; i++) {
        try (var _ = service.clock().ahead(Duration.ofSeconds(16L * i))) {
          assertThat(stream.frame()).containsExactly(":");
        }
      }
    }
  }

  @Test
  void an_open_stream_goes_on_with_a_sandbox_that_was_reset(Partner partner, Service service)
      throws Exception {
    var log = events(partner, 4);
    try (var stream = SseClient.of(partner.sandbox(), "?since=2020-01-01T00:00:00Z")) {
      for (var event : log) assertThat(stream.envelope()).isEqualTo(event);
      service.at("/api/sandbox").as(partner.key()).post("/reset", "").expect(200);
      var renewed = events(partner, 6);
      assertThat(renewed.getFirst().get("sequence").asLong()).isEqualTo(1);
      for (var event : renewed) assertThat(stream.envelope()).isEqualTo(event);
    }
  }

  /// Causes that many events, and reads them from the beginning.
  private static List<JsonNode> events(Partner partner, int count) throws Exception {
    var user = partner.user();
    for (int i = 0; i < count; i++) user.verified(i % 2 == 0 ? "BASIC" : "FULL");
    var log = new ArrayList<JsonNode>();
    try (var stream = SseClient.of(partner.sandbox(), "?since=2020-01-01T00:00:00Z")) {
      while (log.size() < count) log.add(stream.envelope());
    }
    return log;
  }

  private static String id(JsonNode envelope) {
    return envelope.get("eventId").asText();
  }
}
