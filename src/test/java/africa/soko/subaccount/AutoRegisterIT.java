package africa.soko.subaccount;

import static africa.soko.subaccount.SubAccountsIT.atOnce;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sub-accounts that open themselves at the first sight of a user, and the tokens for them.
@SokoTest
class AutoRegisterIT {
  private static final Map<String, String> ASHA =
      Map.of("uid", "asha", "name", "Asha", "email", "asha@karibu.example", "country", "TZ");

  @Test
  void the_same_user_has_one_account_and_a_new_token_each_time(Partner partner, Partner other) {
    var first = partner.sandbox().post("/auto-register", ASHA).expect(201);
    assertThat(first).hasNumber("/expiresIn", "3600");
    assertThat(first.text("/token")).startsWith("svc_oauth_");
    var changed = Map.of("uid", "asha", "name", "Somebody", "country", "UG");
    var second = partner.sandbox().post("/auto-register", changed).expect(200);
    assertThat(second.text("/subAccountId")).isEqualTo(first.text("/subAccountId"));
    assertThat(second.text("/token")).isNotEqualTo(first.text("/token"));
    for (var token : List.of(first.text("/token"), second.text("/token"))) {
      var seen = partner.sandbox().as(token).get("/users/" + first.text("/subAccountId"));
      assertThat(seen.expect(200))
          .has("/uid", "asha")
          .has("/displayName", "Asha")
          .has("/email", "asha@karibu.example")
          .has("/country", "TZ")
          .has("/kycStatus", "PENDING");
      assertThat(seen.at("/externalId").isNull()).isTrue();
    }
    var elsewhere = other.sandbox().post("/auto-register", ASHA).expect(201);
    assertThat(elsewhere.text("/subAccountId")).isNotEqualTo(first.text("/subAccountId"));
    assertThat(partner.live().post("/auto-register", ASHA).expect(201).text("/subAccountId"))
        .isNotEqualTo(first.text("/subAccountId"));
  }

  @Test
  void a_uid_is_no_external_id(Partner partner) {
    partner.sandbox().post("/auto-register", ASHA).expect(201);
    assertThat(partner.sandbox().get("/users/ext:asha")).isRefused(404, "NOT_FOUND");
    var named = Map.of("externalId", "asha", "displayName", "Another Asha");
    partner.sandbox().post("/users", named).expect(201);
    assertThat(partner.sandbox().get("/users")).hasNumber("/total", "2");
  }

  @Test
  void of_twenty_who_register_one_user_at_once_one_opens_the_account(Partner partner) {
    var api = partner.sandbox();
    var replies = atOnce(20, () -> api.request("POST", "/auto-register").body(ASHA));
    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
    assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(19);
    assertThat(replies)
        .extracting(reply -> reply.text("/subAccountId"))
        .containsOnly(replies.getFirst().text("/subAccountId"));
    assertThat(replies).extracting(reply -> reply.text("/token")).doesNotHaveDuplicates();
    assertThat(api.get("/users")).hasNumber("/total", "1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'A'}                                | MISSING_PARAM",
        "{'uid':'u'}                                 | MISSING_PARAM",
        "{'uid':'','name':'A'}                       | VALIDATION_ERROR",
        "{'uid':' ','name':'A'}                      | VALIDATION_ERROR",
        "{'uid':'u','name':' '}                      | VALIDATION_ERROR",
        "{'uid':'u','name':'A','country':'tz'}       | VALIDATION_ERROR",
        "{'uid':'u','name':'A','email':'x'}          | VALIDATION_ERROR",
        "{'uid':'u','name':'A','externalId':'e'}     | VALIDATION_ERROR",
        "{'uid':'u','name':'A','displayName':'B'}    | VALIDATION_ERROR",
        "{'uid':7,'name':'A'}                        | INVALID_TYPE",
      })
  void what_is_no_registration_is_refused(String body, String code, Partner partner) {
    var refused = partner.sandbox().post("/auto-register", body.replace('\'', '"'));
    assertThat(refused).isRefused(400, code);
    assertThat(partner.sandbox().get("/users")).hasNumber("/total", "0");
  }

  @Test
  void a_token_reads_its_own_account_and_the_market(Partner partner) {
    var registered = partner.sandbox().post("/auto-register", ASHA).expect(201);
    var token = token(partner, registered);
    var own = "/users/" + registered.text("/subAccountId");
    var readable =
        List.of("", "/wallet", "/transactions", "/buying-power", "/orders", "/portfolio");
    for (var part : readable) token.get(own + part).expect(200);
    for (var path : List.of("/market/status", "/stocks/SCOM.KE", "/fx/rates", "/stocks")) {
      token.get(path).expect(200);
    }
  }

  @Test
  void a_token_changes_nothing_and_sees_nobody_else(Partner partner) {
    var registered = partner.sandbox().post("/auto-register", ASHA).expect(201);
    var token = token(partner, registered);
    var own = "/users/" + registered.text("/subAccountId");
    var sibling = partner.verifiedUser().funded("10");
    var refused =
        List.of(
            token.patch(own, Map.of("displayName", "Me")),
            token.post(own + "/deposit", Map.of("amountUsd", 1)),
            token.post(own + "/withdraw", Map.of("amountUsd", 1)),
            token.post(own + "/kyc", Map.of("status", "VERIFIED", "level", "FULL")),
            token.post(own + "/trade", Map.of("symbol", "SCOM.KE", "type", "BUY", "quantity", 1)),
            token.post("/users", Map.of("externalId", "e", "displayName", "E")),
            token.post("/auto-register", ASHA),
            token.get("/users"),
            token.get("/account"),
            token.get("/orders"),
            token.get("/portfolio"),
            token.get("/buying-power"),
            token.get("/webhooks"),
            token.get("/stream"),
            token.get("/quote/SCOM.KE?type=BUY&quantity=1"),
            token.get("/users/" + sibling.id()),
            token.get("/users/" + sibling.id() + "/wallet"),
            token.get("/users/ext:" + sibling.externalId()),
            token.get("/users/ext:" + sibling.externalId() + "/orders"));
    for (var reply : refused) assertThat(reply).isRefused(403, "FORBIDDEN");
    assertThat(partner.sandbox().get(own)).has("/displayName", "Asha");
  }

  @Test
  void a_token_does_not_tell_which_others_exist(Partner partner) {
    var token = token(partner, partner.sandbox().post("/auto-register", ASHA).expect(201));
    var sibling = partner.user();
    var there = token.get("/users/ext:" + sibling.externalId());
    var nowhere = token.get("/users/ext:nobody");
    assertThat(there).isRefused(403, "FORBIDDEN");
    assertThat(nowhere).isRefused(403, "FORBIDDEN");
    assertThat(nowhere.text("/error/message")).isEqualTo(there.text("/error/message"));
    assertThat(token.get("/users/sub_01KJPX74PG4TFF59TDWH9EDD1R")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_token_belongs_to_its_environment(Partner partner) {
    var registered = partner.sandbox().post("/auto-register", ASHA).expect(201);
    assertThat(
            partner
                .live()
                .as(registered.text("/token"))
                .get("/users/" + registered.text("/subAccountId")))
        .isRefused(401, "AUTH_INVALID");
  }

  @Test
  void a_token_ends_an_hour_after_it_was_issued(Partner partner, Service service) {
    // Its end is the service's time of issue and an hour; that it has come, the database's clock
    // says. So tokens are issued in the past.
    assertThat(seenWithTokenOf(partner, service, Duration.ofMinutes(59))).hasStatus(200);
    assertThat(seenWithTokenOf(partner, service, Duration.ofMinutes(61)))
        .isRefused(401, "AUTH_INVALID");
  }

  @Test
  void a_token_may_no_more_than_the_key_it_came_from(Partner partner, Service service) {
    service.execute(
        "UPDATE credential SET scopes = 'accounts:read accounts:write' WHERE partner_id = '%s'"
            .formatted(partner.id()));
    eventually(() -> partner.sandbox().get("/stocks/SCOM.KE").status(), status -> status == 403);
    var registered = partner.sandbox().post("/auto-register", ASHA).expect(201);
    var own = "/users/" + registered.text("/subAccountId");
    token(partner, registered).get(own).expect(200);
    assertThat(token(partner, registered).get(own + "/wallet")).isRefused(403, "FORBIDDEN");
    assertThat(token(partner, registered).get("/stocks/SCOM.KE")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_token_is_kept_nowhere_in_the_clear(Partner partner, Service service) {
    var request = partner.sandbox().request("POST", "/auto-register").key("first").body(ASHA);
    var token = request.send().expect(201).text("/token");
    var kept = "SELECT count(*) FROM idempotency i WHERE partner_id = '%s' AND %s";
    var clear = "position('%s'::bytea in body) > 0".formatted(token.substring(10));
    assertThat(service.ask(Environment.SANDBOX, kept.formatted(partner.id(), "sealed")))
        .isEqualTo(1L);
    assertThat(service.ask(Environment.SANDBOX, kept.formatted(partner.id(), clear))).isEqualTo(0L);
    var rows = "SELECT count(*) FROM platform.credential c WHERE c::text LIKE '%%%s%%'";
    assertThat(service.ask(Environment.SANDBOX, rows.formatted(token))).isEqualTo(0L);
    var listed = partner.sandbox().get("/account").expect(200);
    assertThat(listed.at("/apiKeys")).hasSize(1);
  }

  private static Reply seenWithTokenOf(Partner partner, Service service, Duration age) {
    Reply registered;
    try (var shift = service.clock().ahead(age.negated())) {
      assertThat(shift).isNotNull();
      registered = partner.sandbox().post("/auto-register", ASHA);
    }
    return token(partner, registered).get("/users/" + registered.text("/subAccountId"));
  }

  private static Api token(Partner partner, Reply registered) {
    return partner.sandbox().as(registered.text("/token"));
  }
}
