package africa.soko.key;

import static africa.soko.key.KeySamples.allowTokens;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The client-credentials grant and sessions, over HTTP (SPEC "OAuth 2.0 client credentials").
@SokoTest
class TokensIT {
  private static final String GRANT = "grant_type=client_credentials";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ENDS_NOW =
      "UPDATE credential SET expires_at = now() WHERE partner_id = '%s' AND expires_at > now()";

  private static Partner client(Service service, Partner partner) {
    allowTokens(service, partner.id());
    return partner;
  }

  /// The newest key of the base.
  private static String id(Api api) {
    return api.get("/account").expect(200).text("/apiKeys/0/keyId");
  }

  private static Reply ask(Api api, Map<String, String> changes) {
    var body = new HashMap<String, String>();
    body.put("grant_type", "client_credentials");
    body.put("client_id", id(api));
    body.put("client_secret", Objects.requireNonNull(api.credential()));
    body.putAll(changes);
    body.values().removeIf(String::isEmpty);
    return api.as(null).request("POST", "/oauth/token").withoutKey().body(body).send();
  }

  private static Api.Request form(Api api, String body) {
    return api.as(null)
        .request("POST", "/oauth/token")
        .withoutKey()
        .header("Content-Type", FORM)
        .body(body);
  }

  private static String basic(String id, String secret) {
    return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(UTF_8));
  }

  private static void assertRefused(Reply reply, int status, String code) {
    assertThat(reply).isRefused(status, code);
    assertThat(reply.text("/error_description")).isEqualTo(reply.text("/error/message"));
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void a_key_gets_a_token_in_each_way_of_asking_and_in_both_environments(
      Service service, Partner partner) {
    client(service, partner);
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var id = id(api);
      var secret = Objects.requireNonNull(api.credential());
      var both = GRANT + "&client_id=" + id + "&client_secret=" + secret;
      for (var reply :
          List.of(
              ask(api, Map.of()),
              form(api, both + "&audience=ignored&scope=").send(),
              form(api, GRANT).header("Authorization", basic(id, secret)).send(),
              form(api, GRANT + "&client_id=" + id)
                  .header("Authorization", basic(id.replace("_", "%5F"), secret))
                  .send())) {
        reply.expect(200);
        assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
        assertThat(reply.header("Pragma")).isEqualTo("no-cache");
        assertThat(reply.text("/access_token")).startsWith("svc_oauth_");
        assertThat(reply.text("/token_type")).isEqualTo("Bearer");
        assertThat(reply.at("/expires_in").intValue()).isEqualTo(900);
        assertThat(reply.text("/scope")).contains("keys:write").contains("trading:write");
        var token = api.as(reply.text("/access_token"));
        token.get("/account").expect(200);
        token
            .post("/users", Map.of("externalId", UUID.randomUUID() + "", "displayName", "Asha"))
            .expect(201);
        assertThat(token.post("/api-keys/rotate", "")).isRefused(403, "FORBIDDEN");
      }
    }
  }

  @Test
  void a_token_works_where_its_key_does(Service service, Partner partner) {
    client(service, partner);
    var token = ask(partner.live(), Map.of()).expect(200).text("/access_token");
    assertThat(partner.sandbox().as(token).get("/account")).isRefused(401, "AUTH_INVALID");
    var live = Objects.requireNonNull(partner.live().credential());
    var liveId = id(partner.live());
    assertRefused(
        ask(partner.sandbox(), Map.of("client_id", liveId, "client_secret", live)),
        401,
        "AUTH_INVALID");
  }

  @Test
  void a_scope_narrows_and_never_widens(Service service, Partner partner) {
    var api = client(service, partner).sandbox();
    var narrow = ask(api, Map.of("scope", "market:read  accounts:read market:read")).expect(200);
    assertThat(narrow.text("/scope")).isEqualTo("accounts:read market:read");
    var token = api.as(narrow.text("/access_token"));
    token.get("/account").expect(200);
    assertThat(token.get("/orders")).isRefused(403, "FORBIDDEN");
    for (var wide : List.of("market:read market:fly", "everything", "MARKET:READ")) {
      assertRefused(ask(api, Map.of("scope", wide)), 400, "VALIDATION_ERROR");
    }
  }

  @Test
  void a_token_of_a_data_key_is_one(Service service, Partner partner) {
    var sandbox = client(service, partner).sandbox();
    var data = sandbox.post("/api-keys/data-key", "").expect(201);
    var shown = Map.of("client_id", data.text("/keyId"), "client_secret", data.text("/dataKey"));
    var issued = ask(sandbox, shown).expect(200);
    assertThat(issued.text("/scope")).isEqualTo("market:read");
    var token = sandbox.as(issued.text("/access_token"));
    token.get("/stocks").expect(200);
    assertThat(token.get("/account")).isRefused(403, "FORBIDDEN");
    var wider = new HashMap<>(shown);
    wider.put("scope", "trading:read");
    assertRefused(ask(sandbox, wider), 400, "VALIDATION_ERROR");
    sandbox.delete("/api-keys/data-key").expect(200);
    assertThat(token.get("/stocks")).isRefused(401, "AUTH_INVALID");
    assertRefused(ask(sandbox, shown), 401, "AUTH_INVALID");
  }

  @Test
  void a_token_dies_with_its_key(Service service, Partner partner) {
    var api = client(service, partner).sandbox();
    var token = api.as(ask(api, Map.of()).expect(200).text("/access_token"));
    token.get("/account").expect(200);
    var again = ask(api, Map.of("client_secret", Objects.requireNonNull(token.credential())));
    assertRefused(again, 401, "AUTH_INVALID");
    var id = id(api);
    api.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(token.post("/users", Map.of("externalId", "late", "displayName", "Asha")))
        .isRefused(403, "AUTH_REVOKED");
    assertThat(token.get("/account")).isRefused(403, "AUTH_REVOKED");
    var revoked = form(api, GRANT).header("Authorization", basic(id, partner.key())).send();
    assertRefused(revoked, 403, "AUTH_REVOKED");
  }

  @Test
  void what_a_token_made_for_a_user_dies_with_the_key_behind_it(Service service, Partner partner) {
    var api = client(service, partner).sandbox();
    var session = api.as(partner.idToken()).post("/session", "").expect(200).text("/accessToken");
    var granted = ask(api, Map.of()).expect(200).text("/access_token");
    var gone = ask(api, Map.of()).expect(200).text("/access_token");
    var devices = Stream.of(session, granted, gone).map(maker -> device(api.as(maker))).toList();
    api.post("/api-keys/revoke", Map.of("apiKey", gone)).expect(200);
    assertThat(devices.getLast().get("/stocks")).isRefused(403, "AUTH_REVOKED");
    // The end of what made it is not its own.
    service.execute(ENDS_NOW.formatted(partner.id()) + " AND sub_account_id IS NULL");
    eventually(() -> api.as(granted).get("/account").status(), status -> status == 401);
    for (var device : devices.subList(0, 2)) device.get("/stocks").expect(200);
    api.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    for (var device : devices) {
      assertThat(device.get("/stocks")).isRefused(403, "AUTH_REVOKED");
    }
  }

  /// The token of a new user, made with a token.
  private static Api device(Api maker) {
    var person = Map.of("uid", UUID.randomUUID() + "", "name", "W", "email", "w@k.example");
    return maker.as(maker.post("/auto-register", person).expect(201).text("/token"));
  }

  @Test
  void a_token_ends_by_itself_and_may_be_revoked_before(Service service, Partner partner) {
    var api = client(service, partner).sandbox();
    var first = ask(api, Map.of()).expect(200).text("/access_token");
    api.post("/api-keys/revoke", Map.of("apiKey", first)).expect(200);
    assertThat(api.as(first).get("/account")).isRefused(403, "AUTH_REVOKED");
    var second = api.as(ask(api, Map.of()).expect(200).text("/access_token"));
    second.get("/account").expect(200);
    service.execute(ENDS_NOW.formatted(partner.id()));
    eventually(() -> second.get("/account").status(), status -> status == 401);
  }

  @Test
  void who_is_no_client_gets_nothing(Service service, Partner partner, Partner other) {
    var api = partner.sandbox();
    assertRefused(ask(api, Map.of()), 403, "FORBIDDEN");
    client(service, partner);
    client(service, other);
    var theirs = Map.of("client_id", id(other.sandbox()));
    var wrong = ask(api, theirs);
    assertRefused(wrong, 401, "AUTH_INVALID");
    assertThat(wrong.header("WWW-Authenticate")).isEqualTo("Basic realm=\"soko\"");
    for (var header : List.of("Basic", "Basic %%%", "Basic a2V5", "Bearer " + partner.key())) {
      assertRefused(form(api, GRANT).header("Authorization", header).send(), 401, "AUTH_INVALID");
    }
    var shown = basic(id(api), partner.key());
    for (var more : List.of("&client_secret=" + partner.key(), "&client_id=key_1")) {
      var reply = form(api, GRANT + more).header("Authorization", shown).send();
      assertRefused(reply, 400, "VALIDATION_ERROR");
    }
    service.execute(
        "UPDATE partner SET status = 'SUSPENDED' WHERE partner_id = '%s'".formatted(partner.id()));
    assertRefused(form(api, GRANT).header("Authorization", shown).send(), 403, "AUTH_SUSPENDED");
  }

  @ParameterizedTest
  @CsvSource({
    "grant_type, '', 400, MISSING_PARAM",
    "client_id, '', 400, MISSING_PARAM",
    "client_secret, '', 400, MISSING_PARAM",
    "grant_type, password, 400, VALIDATION_ERROR",
    "client_secret, pk_live_nonsense, 401, AUTH_INVALID",
    "client_secret, '☃', 401, AUTH_INVALID",
    "colour, blue, 400, VALIDATION_ERROR"
  })
  void what_is_wrong_is_told(
      String field, String value, int status, String code, Service service, Partner partner) {
    client(service, partner);
    assertRefused(ask(partner.sandbox(), Map.of(field, value)), status, code);
  }

  @Test
  void twenty_a_minute_are_answered_to_one_source_whatever_they_say(
      Service service, Partner partner) {
    client(service, partner);
    try (var node =
        service.another(
            config ->
                config
                    .with(Setting.TRUSTED_PROXIES, "127.0.0.0/8, ::1")
                    .with(Setting.LIMIT_OAUTH_RPM, "20"))) {
      var api = node.at(Environment.SANDBOX.base()).as(partner.key());
      for (int i = 0; i < 20; i++) from("198.51.100.20", api, "wrong").expect(401);
      assertThat(from("198.51.100.20", api, partner.key())).isRefused(429, "RATE_LIMITED");
      from("198.51.100.21", api, partner.key()).expect(200);
    }
  }

  private static Reply from(String source, Api api, String secret) {
    var grant =
        Map.of("grant_type", "client_credentials", "client_id", id(api), "client_secret", secret);
    var request = api.as(null).request("POST", "/oauth/token").withoutKey();
    return request.header("X-Forwarded-For", source).body(grant).send();
  }

  @Test
  void what_is_no_form_is_told(Service service, Partner partner) {
    var api = client(service, partner).sandbox();
    assertRefused(form(api, "%zz").send(), 400, "VALIDATION_ERROR");
    assertRefused(form(api, GRANT + "&" + GRANT).send(), 400, "VALIDATION_ERROR");
    assertRefused(form(api, "").send(), 400, "MISSING_PARAM");
    var text =
        api.as(null)
            .request("POST", "/oauth/token")
            .header("Content-Type", "text/plain")
            .body(GRANT)
            .send();
    assertRefused(text, 415, "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void an_id_token_opens_a_session_that_ends_with_the_key(Service service, Partner partner) {
    var portal = partner.sandbox().as(partner.idToken());
    var key = UUID.randomUUID().toString();
    var opened = portal.request("POST", "/session").key(key).send().expect(200);
    assertThat(opened.text("/accessToken")).startsWith("svc_oauth_");
    assertThat(opened.at("/expiresIn").intValue()).isEqualTo(3600);
    assertThat(portal.request("POST", "/session").key(key).send().body()).isEqualTo(opened.body());
    var session = partner.sandbox().as(opened.text("/accessToken"));
    session.get("/account").expect(200);
    session.post("/api-keys/data-key", "").expect(201);
    assertThat(partner.live().as(session.credential()).get("/account"))
        .isRefused(401, "AUTH_INVALID");
    portal.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(session.get("/account")).isRefused(403, "AUTH_REVOKED");
    assertThat(portal.post("/session", "")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_session_may_be_ended_early(Partner partner) {
    var portal = partner.sandbox().as(partner.idToken());
    var token = portal.post("/session", "").expect(200).text("/accessToken");
    portal.post("/api-keys/revoke", Map.of("apiKey", token)).expect(200);
    assertThat(partner.sandbox().as(token).get("/account")).isRefused(403, "AUTH_REVOKED");
    partner.sandbox().get("/account").expect(200);
  }

  @Test
  void a_session_is_for_partners_in_good_standing(Service service, Partner partner) {
    var nobody = partner.sandbox().as(service.idToken("none@karibu.example"));
    assertThat(nobody.post("/session", "")).isRefused(403, "FORBIDDEN");
    assertThat(partner.sandbox().post("/session", "")).isRefused(401, "AUTH_INVALID");
    var portal = partner.sandbox().as(partner.idToken());
    var bare = portal.request("POST", "/session").withoutKey().send();
    assertThat(bare).isRefused(400, "MISSING_IDEMPOTENCY_KEY");
    var live = service.at("/api/v1/partner").as(partner.idToken());
    assertThat(live.post("/session", "")).isRefused(403, "FORBIDDEN");
    service.execute(
        "UPDATE partner SET status = 'SUSPENDED' WHERE partner_id = '%s'".formatted(partner.id()));
    assertThat(portal.post("/session", "")).isRefused(403, "AUTH_SUSPENDED");
  }
}
