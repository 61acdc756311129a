package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What happens to a partner, as its endpoints see it, and the log of it that the partner reads.
@SokoTest
class WebhookEventsIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final String OWN_SECRET = "a secret of the partner's own";

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void a_whole_trade_arrives_signed_once_and_in_numbers_without_a_gap(Partner partner) {
    var generated = register(partner.sandbox(), receiver.url("/generated"), null, "*");
    register(partner.sandbox(), receiver.url("/own"), OWN_SECRET, "*");
    var user = trade(partner);

    var names =
        List.of(
            "kyc.updated",
            "deposit.confirmed",
            "order.pending",
            "order.filled",
            "trade.settled",
            "order.pending",
            "order.filled",
            "trade.settled",
            "withdraw.confirmed",
            "account.frozen");
    var atOwn = arrivals("/own", names.size());
    var atGenerated = arrivals("/generated", names.size());
    atOwn.forEach(one -> one.assertSignedWith(OWN_SECRET));
    atGenerated.forEach(one -> one.assertSignedWith(generated.secret()));
    assertThat(atOwn).extracting(Delivered::name).isEqualTo(names);
    assertThat(atOwn)
        .extracting(Delivered::sequence)
        .isEqualTo(LongStream.rangeClosed(1, names.size()).boxed().toList());
    assertThat(atGenerated)
        .extracting(one -> one.received().body())
        .isEqualTo(atOwn.stream().map(one -> one.received().body()).toList());
    for (var one : atOwn) {
      assertThat(one.envelope().get("isSandbox").asBoolean()).isTrue();
      assertThat(one.envelope().at("/data/subAccountId").asText()).isEqualTo(user.id());
    }
    var deliveryIds = new HashSet<String>();
    for (var one : atOwn) deliveryIds.add(one.header("x-service-delivery-id"));
    for (var one : atGenerated) deliveryIds.add(one.header("x-service-delivery-id"));
    assertThat(deliveryIds).hasSize(2 * names.size());
  }

  @Test
  void an_endpoint_gets_what_it_subscribed_to_and_an_alias_is_an_event_of_its_own(Partner partner) {
    var api = partner.sandbox();
    register(api, receiver.url("/filled"), null, "order.filled");
    register(api, receiver.url("/settled"), null, "trade.settled");
    register(api, receiver.url("/both"), null, "order.filled", "trade.settled", "dividend.paid");
    register(api, receiver.url("/all"), null, "*", "order.filled");
    register(api, receiver.url("/frozen"), null, "account.frozen");
    trade(partner);

    // The last event of all is there, and what came before it was queued before it.
    arrivals("/frozen", 1);
    var filled = arrivals("/filled", 2);
    var settled = arrivals("/settled", 2);
    assertThat(filled).extracting(Delivered::name).containsOnly("order.filled");
    assertThat(settled).extracting(Delivered::name).containsOnly("trade.settled");
    for (int i = 0; i < 2; i++) {
      var event = filled.get(i).envelope();
      var alias = settled.get(i).envelope();
      assertThat(event.has("aliasOf")).isFalse();
      assertThat(alias.get("aliasOf").asText()).isEqualTo("order.filled");
      assertThat(alias.get("data")).isEqualTo(event.get("data"));
      assertThat(alias.get("eventId")).isNotEqualTo(event.get("eventId"));
      assertThat(alias.get("sequence").asLong()).isEqualTo(event.get("sequence").asLong() + 1);
    }
    assertThat(arrivals("/both", 4))
        .extracting(Delivered::name)
        .containsExactly("order.filled", "trade.settled", "order.filled", "trade.settled");
    // Whoever takes all and names one takes all.
    assertThat(arrivals("/all", 10)).extracting(Delivered::name).contains("kyc.updated");
    assertThat(receiver.received()).hasSize(2 + 2 + 4 + 1 + 10);
  }

  @Test
  void a_new_webhook_begins_with_what_happens_next(Partner partner) {
    var user = partner.verifiedUser();
    register(partner.sandbox(), receiver.url("/late"), null, "*");
    user.funded("10");
    assertThat(arrivals("/late", 1))
        .extracting(Delivered::name)
        .containsExactly("deposit.confirmed");
  }

  @Test
  void the_environments_do_not_hear_of_each_other(Partner partner) {
    register(partner.sandbox(), receiver.url("/sandbox"), null, "*");
    register(partner.live(), receiver.url("/live"), null, "kyc.updated");
    partner.verifiedLiveUser();
    partner.verifiedUser();
    var live = arrivals("/live", 1).getFirst();
    var sandbox = arrivals("/sandbox", 1).getFirst();
    assertThat(live.envelope().has("isSandbox")).isFalse();
    assertThat(sandbox.envelope().get("isSandbox").asBoolean()).isTrue();
    assertThat(live.sequence()).isEqualTo(1);
    assertThat(sandbox.sequence()).isEqualTo(1);
    assertThat(receiver.received()).hasSize(2);
  }

  @Test
  void what_failed_says_when_it_is_tried_again_and_is(Partner partner, Service service) {
    receiver.answers(request -> request.response().setStatusCode(503).end("busy"));
    var hook = register(partner.sandbox(), receiver.url("/hook"), null, "kyc.updated");
    partner.verifiedUser();
    var failed = hook.deliveries(1);
    assertThat(failed)
        .hasNumber("/deliveries/0/attempt", "1")
        .hasNumber("/deliveries/0/status", "503")
        .has("/deliveries/0/failure", "STATUS")
        .has("/deliveries/0/responseSnippet", "busy");
    assertThat(failed.at("/deliveries/0/success").asBoolean()).isFalse();
    var attemptedAt = Instant.parse(failed.text("/deliveries/0/attemptedAt"));
    var duration = Duration.ofMillis(failed.number("/deliveries/0/duration").longValue());
    assertThat(Instant.parse(failed.text("/deliveries/0/nextRetryAt")))
        .isAfterOrEqualTo(attemptedAt.plusSeconds(5))
        .isBefore(attemptedAt.plus(duration).plusSeconds(6));

    receiver.answers(200);
    try (var _ = service.clock().ahead(Duration.ofSeconds(6))) {
      var again = hook.deliveries(2);
      assertThat(again).hasNumber("/deliveries/0/attempt", "2");
      assertThat(again.at("/deliveries/0/success").asBoolean()).isTrue();
      assertThat(again.at("/deliveries/0/nextRetryAt").isNull()).isTrue();
      assertThat(again.at("/deliveries/0/failure").isNull()).isTrue();
      assertThat(again.texts("/deliveries", "eventId"))
          .containsOnly(failed.text("/deliveries/0/eventId"));
    }
    var received = arrivals("/hook", 2);
    assertThat(received.get(0).received().body()).isEqualTo(received.get(1).received().body());
    received.forEach(one -> one.assertSignedWith(hook.secret()));
  }

  @Test
  void an_endpoint_that_is_registered_during_a_reset_gets_the_first_event(
      Partner partner, Service service) {
    var user = partner.verifiedUser();
    for (int i = 0; i < 5; i++) user.funded("1");
    register(partner.sandbox(), receiver.url("/other"), null, "order.filled");
    var created = new CompletableFuture<Reply>();
    var count =
        "SELECT FROM webhook_count WHERE partner_id = '%s' FOR UPDATE".formatted(partner.id());
    service.holding(
        Environment.SANDBOX,
        count,
        () -> {
          var root = service.at("/api/sandbox").as(partner.key());
          var reset = root.request("POST", "/reset").sendAsync();
          waiting(service, 1);
          // It has read where the log ends, and is behind the reset.
          var body = Map.of("url", receiver.url("/hook"), "events", List.of("*"));
          var create = partner.sandbox().request("POST", "/webhooks").body(body).sendAsync();
          waiting(service, 2);
          reset.thenCombine(create, (_, reply) -> created.complete(reply));
        });
    created.join().expect(201);
    var renewed = partner.verifiedUser();
    var first = arrivals("/hook", 1).getFirst();
    assertThat(first.sequence()).isEqualTo(1);
    assertThat(first.envelope().at("/data/subAccountId").asText()).isEqualTo(renewed.id());
  }

  private static void waiting(Service service, long transactions) {
    var sql =
        "SELECT count(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
    eventually(() -> service.ask(Environment.SANDBOX, sql), found -> found.equals(transactions));
  }

  @Test
  void nothing_comes_after_a_delete(Partner partner, Service service) {
    receiver.answers(500);
    var hook = register(partner.sandbox(), receiver.url("/hook"), null, "*");
    var user = partner.verifiedUser();
    hook.deliveries(1);
    partner.sandbox().delete(hook.path()).expect(200);
    assertThat(receiver.take()).hasSize(1);

    receiver.answers(200);
    var fence = register(partner.sandbox(), receiver.url("/fence"), null, "*");
    try (var _ = service.clock().ahead(Duration.ofSeconds(6))) {
      user.funded("10");
      fence.deliveries(1);
    }
    assertThat(receiver.take()).extracting(Receiver.Received::path).containsOnly("/fence");
  }

  @Test
  void the_log_of_deliveries_is_read_page_by_page_newest_first(Partner partner) {
    var hook = register(partner.sandbox(), receiver.url("/hook"), null, "*");
    var user = partner.verifiedUser();
    for (int i = 0; i < 24; i++) user.funded("1");
    eventually(
        () -> partner.sandbox().get(hook.path() + "/deliveries?limit=100").expect(200),
        page -> page.number("/count").intValue() == 25);

    var ids = new ArrayList<String>();
    var query = "?limit=10";
    var sizes = new ArrayList<Integer>();
    while (!query.isEmpty()) {
      var page = partner.sandbox().get(hook.path() + "/deliveries" + query).expect(200);
      ids.addAll(page.texts("/deliveries", "id"));
      sizes.add(page.number("/count").intValue());
      assertThat(page.at("/deliveries")).hasSize(sizes.getLast());
      var more = page.at("/hasMore").asBoolean();
      assertThat(page.at("/nextCursor").isNull()).isEqualTo(!more);
      query = more ? "?limit=10&cursor=" + page.text("/nextCursor") : "";
    }
    assertThat(sizes).containsExactly(10, 10, 5);
    assertThat(ids).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(hook.page("").number("/count")).isEqualByComparingTo("20");
    assertThat(hook.page("?limit=0").number("/count")).isEqualByComparingTo("1");
    assertThat(hook.page("?limit=1000").number("/count")).isEqualByComparingTo("25");
    assertThat(partner.sandbox().get(hook.path() + "/deliveries?limit=x"))
        .isRefused(400, "INVALID_TYPE");
    assertThat(partner.sandbox().get(hook.path() + "/deliveries?cursor=x"))
        .isRefused(400, "VALIDATION_ERROR");
  }

  /// Ten events of one sub-account, its account's end last.
  private static Trader trade(Partner partner) {
    var user = partner.verifiedUser().funded("1000");
    user.done(SYMBOL, BUY, 10);
    user.done(SYMBOL, SELL, 5);
    user.post("/withdraw", Map.of("amountUsd", 10)).expect(200);
    user.api().patch(user.path(), Map.of("status", "frozen")).expect(200);
    return user;
  }

  /// What came to a path, in the order of the events, once it is that much.
  private List<Delivered> arrivals(String path, int count) {
    return eventually(
        () ->
            receiver.received().stream()
                .filter(one -> one.path().equals(path))
                .map(Delivered::new)
                .sorted(Comparator.comparing(Delivered::sequence))
                .toList(),
        found -> found.size() >= count);
  }

  private record Hook(Api api, String path, String secret) {
    Reply page(String query) {
      return api.get(path + "/deliveries" + query).expect(200);
    }

    /// The log, once it holds that many attempts.
    Reply deliveries(int count) {
      return eventually(() -> page(""), page -> page.number("/count").intValue() >= count);
    }
  }

  private static Hook register(Api api, String url, String secret, String... events) {
    var body =
        secret == null
            ? Map.of("url", url, "events", events)
            : Map.of("url", url, "events", events, "secret", secret);
    var created = api.post("/webhooks", body).expect(201);
    return new Hook(api, "/webhooks/" + created.text("/id"), created.text("/secret"));
  }
}
