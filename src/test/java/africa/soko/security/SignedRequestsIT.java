package africa.soko.security;

import static africa.soko.security.PolicyCalls.demand;
import static africa.soko.security.PolicyCalls.signature;
import static africa.soko.security.PolicyCalls.signed;
import static africa.soko.security.PolicyCalls.user;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Requests that a partner has to sign.
@SokoTest
class SignedRequestsIT {
  private static final String PRUNE =
      "SELECT count(*) FROM platform.request_signature WHERE partner_id = '%s'";

  @Test
  void a_request_is_signed_with_the_key_that_it_shows(Service service, Partner partner) {
    var api = demanding(service, partner);
    var now = service.clock().instant();
    signed(api, "POST", "/users", Reply.write(user()), now).send().expect(201);
    signed(api, "GET", "/users?limit=2", "", now).send().expect(200);
    signed(api, "GET", "/users?limit=2", "", now).send().expect(200);
    assertThat(api.get("/account")).isRefused(401, "AUTH_INVALID");
    assertThat(api.post("/users", user())).isRefused(401, "AUTH_INVALID");
  }

  @Test
  void whatever_is_signed_cannot_be_changed(Service service, Partner partner) {
    var api = demanding(service, partner);
    var at = "" + service.clock().instant().getEpochSecond();
    var body = Reply.write(user());
    var right = signature(api, at, "POST", "/users", body);
    assertRefused(api, "POST", "/users", Reply.write(user()), at, right);
    assertRefused(api, "POST", "/users?x=1", body, at, right);
    assertRefused(api, "POST", "/webhooks", body, at, right);
    assertRefused(api, "POST", "/users", body, "" + (Long.parseLong(at) + 1), right);
    assertRefused(api, "POST", "/users", body, at, right.substring(1) + "0");
    assertRefused(api, "POST", "/users", body, at, "");
    assertRefused(api, "POST", "/users", body, "-" + at, right);
    assertRefused(api, "POST", "/users", body, "99999999999999999999", right);
    var others = signature(api.as(service.partner().key()), at, "POST", "/users", body);
    assertRefused(api, "POST", "/users", body, at, others);
    var twice =
        signed(api, "POST", "/users", body, Instant.ofEpochSecond(Long.parseLong(at)))
            .header("x-request-timestamp", at);
    assertThat(twice.send()).isRefused(401, "AUTH_INVALID");
    send(api, "POST", "/users", body, at, right).expect(201);
  }

  @Test
  void it_is_good_for_300_seconds_before_and_after(Service service, Partner partner) {
    var api = demanding(service, partner);
    var now = service.clock().instant();
    for (int off : new int[] {-290, 290}) {
      signed(api, "GET", "/account", "", now.plusSeconds(off)).send().expect(200);
    }
    for (int off : new int[] {-302, 310}) {
      assertThat(signed(api, "GET", "/account", "", now.plusSeconds(off)).send())
          .isRefused(401, "AUTH_INVALID");
    }
  }

  @Test
  void it_is_good_for_one_change_on_all_nodes() {
    try (var one = new Service();
        var other = one.another(config -> config)) {
      var partner = one.partner();
      var api = demanding(one, partner);
      var there = other.at(Environment.SANDBOX.base()).as(partner.key());
      var now = one.clock().instant();
      var body = Reply.write(user());
      var first = signed(api, "POST", "/users", body, now).key("k1").send().expect(201);
      var again = signed(there, "POST", "/users", body, now).key("k1").send().expect(201);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(signed(there, "POST", "/users", body, now).key("k2").send())
          .isRefused(401, "AUTH_INVALID");
      assertThat(signed(api, "POST", "/users", body, now).key("k3").send())
          .isRefused(401, "AUTH_INVALID");
    }
  }

  @Test
  void of_many_that_come_at_once_one_is_done(Service service, Partner partner) {
    var api = demanding(service, partner);
    var now = service.clock().instant();
    var body = Reply.write(user());
    var sent = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < 20; i++) {
      sent.add(signed(api, "POST", "/users", body, now).key("key " + i).sendAsync());
    }
    var statuses = sent.stream().map(CompletableFuture::join).map(Reply::status).toList();
    assertThat(statuses).containsOnly(201, 401).containsOnlyOnce(201);
  }

  @Test
  void what_was_seen_is_a_row_that_is_forgotten(Service service, Partner partner) {
    var api = demanding(service, partner);
    signed(api, "POST", "/users", Reply.write(user()), service.clock().instant())
        .send()
        .expect(201);
    assertThat(service.ask(Environment.SANDBOX, PRUNE.formatted(partner.id()))).isEqualTo(1L);
  }

  private static Api demanding(Service service, Partner partner) {
    demand(service, partner, "requireSignedRequests", true);
    return partner.sandbox();
  }

  private static void assertRefused(
      Api api, String method, String path, String body, String at, String signature) {
    assertThat(send(api, method, path, body, at, signature)).isRefused(401, "AUTH_INVALID");
  }

  private static Reply send(
      Api api, String method, String path, String body, String at, String signature) {
    return api.request(method, path)
        .body(body)
        .header("x-request-timestamp", at)
        .header("x-request-signature", signature)
        .send();
  }
}
