package africa.soko.subaccount;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Changes of sub-accounts that are sent more than once (SPEC "Idempotency").
@SokoTest
class RetriesIT {

  /// A change, and the same change with another body.
  private record Change(String name, String method, String path, Object body, Object other) {

    Reply send(Api api, String key) {
      return api.request(method, path).body(body).key(key).send();
    }

    Reply sendOther(Api api, String key) {
      return api.request(method, path).body(other).key(key).send();
    }
  }

  @TestFactory
  Stream<DynamicTest> a_retry_gets_the_first_answer_byte_for_byte_in_the_sandbox(Service service) {
    return changes()
        .map(
            change -> dynamicTest(change.name(), () -> retry(service.partner().sandbox(), change)));
  }

  @TestFactory
  Stream<DynamicTest> a_retry_gets_the_first_answer_byte_for_byte_live(Service service) {
    return changes()
        .map(change -> dynamicTest(change.name(), () -> retry(service.partner().live(), change)));
  }

  private static Stream<Change> changes() {
    var asha = Map.of("externalId", "asha", "displayName", "Asha");
    var ben = Map.of("externalId", "ben", "displayName", "Ben");
    var registration = Map.of("uid", "asha", "name", "Asha");
    var verified = Map.of("status", "VERIFIED", "level", "BASIC");
    return Stream.of(
        new Change("create", "POST", "/users", asha, ben),
        new Change(
            "auto-register",
            "POST",
            "/auto-register",
            registration,
            Map.of("uid", "b", "name", "B")),
        new Change(
            "update", "PATCH", "/users/ext:me", Map.of("status", "frozen"), Map.of("email", "a@b")),
        new Change("kyc", "POST", "/users/ext:me/kyc", verified, Map.of("status", "REJECTED")),
        new Change("deposit", "POST", "/users/ext:me/deposit", usd(10), usd(11)),
        new Change("withdraw", "POST", "/users/ext:me/withdraw", usd(10), usd(11)),
        new Change("too much", "POST", "/users/ext:me/withdraw", usd(51), usd(1)));
  }

  private static void retry(Api api, Change change) {
    api.post("/users", Map.of("externalId", "me", "displayName", "Me")).expect(201);
    api.post("/users/ext:me/deposit", usd(50)).expect(200);
    var first = change.send(api, "key-1");
    var after = state(api);
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    for (int i = 0; i < 3; i++) {
      var again = change.send(api, "key-1");
      assertThat(again.status()).isEqualTo(first.status());
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }
    assertThat(change.sendOther(api, "key-1")).isRefused(409, "CONFLICT");
    assertThat(change.send(api, "key-1").body()).isEqualTo(first.body());
    assertThat(state(api)).isEqualTo(after);
    change.sendOther(api, "key-2");
    assertThat(state(api)).isNotEqualTo(after);
  }

  private static String state(Api api) {
    return api.get("/users").expect(200).body()
        + api.get("/users/ext:me/transactions").expect(200).body();
  }

  @Test
  void a_key_is_of_one_change_one_partner_and_one_environment(Partner partner, Partner other) {
    for (var api : new Api[] {partner.sandbox(), partner.live(), other.sandbox()}) {
      var create =
          new Change("", "POST", "/users", Map.of("externalId", "me", "displayName", "M"), "");
      var reply = create.send(api, "the-key").expect(201);
      assertThat(reply.header("Idempotent-Replayed")).isEmpty();
    }
    var deposit = new Change("", "POST", "/users/ext:me/deposit", usd(10), "");
    assertThat(deposit.send(partner.sandbox(), "the-key")).isRefused(409, "CONFLICT");
    assertThat(partner.sandbox().get("/users/ext:me")).hasNumber("/walletBalance", "0");
  }

  @Test
  void what_was_not_even_understood_uses_up_no_key(Partner partner) {
    var api = partner.sandbox();
    api.post("/users", Map.of("externalId", "me", "displayName", "Me")).expect(201);
    var deposit = new Change("", "POST", "/users/ext:me/deposit", usd(-1), usd(1));
    assertThat(deposit.send(api, "the-key")).isRefused(400, "VALIDATION_ERROR");
    assertThat(deposit.sendOther(api, "the-key")).hasStatus(200);
    var events = new String[] {"*"};
    var webhook =
        new Change(
            "",
            "POST",
            "/webhooks",
            Map.of("url", "ftp://127.0.0.1/", "events", events),
            Map.of("url", "http://127.0.0.1:9/", "events", events));
    assertThat(webhook.send(api, "another-key")).isRefused(400, "VALIDATION_ERROR");
    assertThat(webhook.sendOther(api, "another-key")).hasStatus(201);
  }

  @Test
  void a_refusal_is_repeated_even_when_the_change_would_now_go_through(Partner partner) {
    var user = partner.user();
    var withdrawal = new Change("", "POST", user.path() + "/withdraw", usd(5), "");
    var first = withdrawal.send(partner.sandbox(), "the-key");
    assertThat(first).isRefused(400, "INSUFFICIENT_FUNDS");
    user.funded("5");
    assertThat(withdrawal.send(partner.sandbox(), "the-key").body()).isEqualTo(first.body());
    withdrawal.send(partner.sandbox(), "another-key").expect(200);
  }

  @Test
  void a_change_without_a_key_is_refused(Partner partner) {
    var user = partner.user();
    for (var path : new String[] {"/users", "/auto-register", user.path() + "/deposit"}) {
      var request = partner.sandbox().request("POST", path).withoutKey().body(usd(1));
      assertThat(request.send()).isRefused(400, "MISSING_IDEMPOTENCY_KEY");
    }
    var patch = partner.sandbox().request("PATCH", user.path()).withoutKey().body(usd(1));
    assertThat(patch.send()).isRefused(400, "MISSING_IDEMPOTENCY_KEY");
  }

  private static Map<String, Integer> usd(int amount) {
    return Map.of("amountUsd", amount);
  }
}
