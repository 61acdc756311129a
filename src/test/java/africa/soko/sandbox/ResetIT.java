package africa.soko.sandbox;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.event.LoggedEvent;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// A reset takes a sandbox partner back to the day of its registration (DECISIONS 6).
@SokoTest
class ResetIT {
  private static final String SYMBOL = "SCOM.KE";

  @Test
  void nothing_is_left_but_the_key_and_the_seed(Service service, Partner partner) {
    var desk = busy(service, partner);
    var user = desk.user();
    var quote = partner.master().quote(SYMBOL, BUY, 1).expect(200);
    var order = desk.traded(BUY, 10, null);
    var keyId = partner.sandbox().get("/account").text("/apiKeys/0/keyId");
    var token =
        partner
            .sandbox()
            .post("/auto-register", Map.of("uid", "u-1", "name", "Wanjiru"))
            .expect(201)
            .text("/token");
    partner.sandbox().as(token).get("/market/status").expect(200);

    assertThat(reset(service, partner)).hasNumber("/walletBalance", "100000");

    var api = partner.sandbox();
    assertThat(api.get("/users")).hasNumber("/count", "0");
    assertThat(api.get("/orders")).hasNumber("/count", "0");
    assertThat(api.get("/test-tools/orders").at("/orders")).isEmpty();
    assertThat(api.get("/portfolio").at("/holdings")).isEmpty();
    assertThat(api.get("/webhooks").expect(200).at("/webhooks")).isEmpty();
    for (var path : List.of("", "/wallet", "/orders", "/portfolio", "/transactions")) {
      assertThat(user.get(path)).isRefused(404, "NOT_FOUND");
    }
    assertThat(api.get("/users/ext:" + user.externalId())).isRefused(404, "NOT_FOUND");
    assertThat(partner.master().trade(quote)).isRefused(404, "QUOTE_NOT_FOUND");
    assertThat(desk.askAdvance(order, "FILL")).isRefused(404, "NOT_FOUND");
    assertThat(service.events(partner.id())).isEmpty();
    var account = api.get("/account").expect(200);
    assertThat(account).hasNumber("/walletBalance", "100000").has("/apiKeys/0/keyId", keyId);
    assertThat(api.get("/buying-power")).hasNumber("/withdrawableUsd", "100000");
    service.proveBooks();
  }

  @Test
  void everything_can_be_used_anew(Service service, Partner partner) {
    var desk = busy(service, partner);
    var name = desk.user().externalId();
    var created = create(partner, name, "create-1").expect(409);
    assertThat(create(partner, name, "create-1").body()).isEqualTo(created.body());
    reset(service, partner);
    // The key that was refused before, and the name that was taken.
    var again = create(partner, name, "create-1").expect(201);
    assertThat(again.header("Idempotent-Replayed")).isEmpty();
    assertThat(create(partner, name, "create-1").header("Idempotent-Replayed")).isEqualTo("true");

    var anew = TestDesk.of(service, partner, "1000");
    anew.traded(BUY, 100, null);
    assertThat(service.events(partner.id()))
        .extracting(LoggedEvent::sequence)
        .startsWith(1L, 2L, 3L)
        .isSorted();
    reset(service, partner);
    reset(service, partner);
    assertThat(partner.master().cash()).isEqualByComparingTo("100000");
  }

  @Test
  void a_stream_that_is_open_goes_on_with_the_first_event(Service service, Partner partner)
      throws Exception {
    busy(service, partner);
    var client = HttpClient.newHttpClient();
    var request =
        HttpRequest.newBuilder(URI.create(partner.sandbox().url() + "/stream"))
            .header("Authorization", "Bearer " + partner.key());
    var stream = client.send(request.build(), BodyHandlers.ofInputStream());
    try (var reader =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      var before = partner.user();
      assertThat(next(reader, before.verified("BASIC").id())).contains("kyc.updated");
      reset(service, partner);
      var user = partner.user();
      user.verified("BASIC").funded("10");
      assertThat(next(reader, user.id())).contains("kyc.updated").contains("\"sequence\":1,");
      assertThat(next(reader, user.id())).contains("deposit.confirmed").contains("\"sequence\":2,");
    } finally {
      client.shutdownNow();
    }
  }

  @Test
  void nobody_else_notices(Service service, Partner partner, Partner other) {
    busy(service, partner);
    busy(service, other);
    partner.live().post("/users", Map.of("externalId", "live-1", "displayName", "W")).expect(201);
    var books = service.books(Environment.SANDBOX, other.id());
    var live = service.books(Environment.LIVE, partner.id());
    reset(service, partner);
    assertThat(service.books(Environment.SANDBOX, other.id())).isEqualTo(books);
    assertThat(service.books(Environment.LIVE, partner.id())).isEqualTo(live);
    assertThat(service.events(other.id())).isNotEmpty();
    assertThat(other.sandbox().get("/webhooks").at("/webhooks")).hasSize(1);
  }

  @Test
  void only_a_full_sandbox_key_resets(Service service, Partner partner) {
    var root = service.at("/api/sandbox");
    assertThat(root.post("/reset", "")).isRefused(401, "AUTH_MISSING");
    assertThat(root.as(partner.idToken()).post("/reset", "")).isRefused(401, "AUTH_INVALID");
    assertThat(root.as(service.liveKey(partner.id())).post("/reset", ""))
        .isRefused(401, "AUTH_INVALID");
    var token =
        partner
            .sandbox()
            .post("/auto-register", Map.of("uid", "u-2", "name", "Wanjiru"))
            .expect(201)
            .text("/token");
    assertThat(root.as(token).post("/reset", "")).isRefused(403, "FORBIDDEN");
    assertThat(root.as(partner.key()).get("/reset")).isRefused(405, "METHOD_NOT_ALLOWED");
    root.as(partner.key()).request("POST", "/reset").withoutKey().send().expect(200);
  }

  @Test
  void resets_amid_trades_leave_books_that_add_up(Service service, Partner partner) {
    for (int round = 0; round < 4; round++) {
      var desk = busy(service, partner);
      var order = desk.traded(BUY, 50, "PARTIAL_FILL");
      var sent = new ArrayList<CompletableFuture<Reply>>();
      for (int i = 0; i < 60; i++) {
        sent.add(trade(partner, desk, i));
        if (i % 5 == 0) sent.add(advance(partner, order));
        if (i % 20 == 10) sent.add(resetting(service, partner));
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
      for (var reply : sent.stream().map(CompletableFuture::join).toList()) {
        assertThat(reply.status()).as(reply.toString()).isIn(Set.of(200, 202, 400, 404, 409));
      }
      service.proveBooks();
    }
    reset(service, partner);
    assertThat(partner.master().cash()).isEqualByComparingTo("100000");
  }

  /// A partner with one of everything.
  private static TestDesk busy(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "2000");
    desk.traded(BUY, 100, null);
    partner.master().done(SYMBOL, BUY, 5);
    var hook = Map.of("url", "http://127.0.0.1:9/", "events", List.of("test.event"));
    partner.sandbox().post("/webhooks", hook).expect(201);
    return desk;
  }

  private static Reply create(Partner partner, String externalId, String key) {
    return partner
        .sandbox()
        .request("POST", "/users")
        .body(Map.of("externalId", externalId, "displayName", "Wanjiru"))
        .key(key)
        .send();
  }

  private static Reply reset(Service service, Partner partner) {
    return service.at("/api/sandbox").as(partner.key()).post("/reset", "").expect(200);
  }

  private static CompletableFuture<Reply> resetting(Service service, Partner partner) {
    return service.at("/api/sandbox").as(partner.key()).request("POST", "/reset").sendAsync();
  }

  private static CompletableFuture<Reply> trade(Partner partner, TestDesk desk, int number) {
    var outcome = number % 3 == 0 ? "FAIL_SETTLEMENT" : number % 3 == 1 ? "PARTIAL_FILL" : null;
    return partner
        .sandbox()
        .request("POST", "/test-tools/trade")
        .body(desk.trade(BUY, 1 + number % 7, outcome))
        .sendAsync();
  }

  private static CompletableFuture<Reply> advance(Partner partner, Reply order) {
    return partner
        .sandbox()
        .request("PATCH", "/test-tools/orders/" + order.text("/orderId"))
        .body(Map.of("outcome", "PARTIAL_FILL"))
        .sendAsync();
  }

  /// The data of the next frame that speaks of a sub-account.
  private static String next(BufferedReader reader, String userId) throws Exception {
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("data:") && line.contains(userId)) return line;
    }
    throw new AssertionError("The stream has ended");
  }
}
