package africa.soko.process;

import static africa.soko.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Leaks;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// No secret that was given to a partner, or by one, is found in PostgreSQL, in Redis or in the
/// log, whichever way it is written there. What all other tests leave behind is looked through by
/// [Leaks].
class NoSecretsIT {
  private static final String ALLOW =
      "UPDATE partner_terms SET oauth_client_credentials_enabled = true WHERE partner_id = '%s'";
  private static final String ID_NUMBER = "CM-90-8127731-QX";
  private static final String TAX_ID = "A0048177353ZK";
  private static final String WEBHOOK_SECRET = "a secret of the partner's own, 0815";

  private final Map<String, String> secrets = new HashMap<>();

  @Test
  void none_is_found_after_a_day_of_calls() {
    var logged = new ListAppender<ILoggingEvent>();
    var logger = (Logger) LoggerFactory.getLogger("africa.soko");
    var level = logger.getLevel();
    logged.start();
    logger.addAppender(logged);
    logger.setAdditive(false);
    logger.setLevel(Level.TRACE);
    try (var service = new Service(new MovingClock())) {
      var partner = service.partner();
      service.execute(ALLOW.formatted(partner.id()));
      secrets.put("ID token", partner.idToken());
      for (var api : List.of(partner.sandbox(), partner.live())) calls(service, partner, api);
      wrongOnes(partner);
      assertThat(secrets).hasSizeGreaterThan(30);
      // What is written beside the requests has been by then.
      eventually(
          () ->
              service.ask(
                  Environment.LIVE,
                  "SELECT count(*) FROM platform.credential WHERE last_used_at IS NOT NULL"),
          count -> (Long) count > 0);
      var database = database(service);
      assertThat(database)
          .as("the dump has what is no secret")
          .contains(partner.id(), "pk_live_****");
      assertNone("PostgreSQL", database);
      assertNone("Redis", Leaks.redis());
    } finally {
      logger.setLevel(level);
      logger.setAdditive(true);
      logger.detachAppender(logged);
      logged.stop();
    }
    var log =
        List.copyOf(logged.list).stream()
            .map(
                event ->
                    event.getFormattedMessage()
                        + " "
                        + event.getThrowableProxy()
                        + event.getMDCPropertyMap())
            .collect(Collectors.joining("\n"));
    assertThat(log).as("the log has what is no secret").contains("operationId=getAccount");
    assertNone("the log", log);
  }

  private void calls(Service service, Partner partner, Api api) {
    var place = api.url().contains("sandbox") ? "sandbox " : "live ";
    secrets.put(place + "key", String.valueOf(api.credential()));
    secrets.put(place + "operator token", String.valueOf(service.operator().credential()));
    var once = "key-" + UUID.randomUUID();
    secrets.put(place + "Idempotency-Key of a secret", once);
    var data = api.request("POST", "/api-keys/data-key").key(once).send().expect(201);
    secrets.put(place + "data key", data.text("/dataKey"));
    api.request("POST", "/api-keys/data-key").key(once).send().expect(201);
    api.as(data.text("/dataKey")).get("/stocks").expect(200);

    var name = "e" + UUID.randomUUID();
    var created = Map.of("externalId", name, "displayName", "Wanjiru");
    var user = "/users/" + api.post("/users", created).expect(201).text("/subAccountId");
    var asserted =
        Map.of("status", "VERIFIED", "level", "FULL", "idNumber", ID_NUMBER, "taxId", TAX_ID);
    api.post(user + "/kyc", asserted).expect(200);
    secrets.put("identity number", ID_NUMBER);
    secrets.put("tax number", TAX_ID);
    assertThat(api.get(user).expect(200).body()).doesNotContain(ID_NUMBER, TAX_ID);

    var person = Map.of("uid", name, "name", "W", "email", "w@karibu.example");
    var device = api.post("/auto-register", person).expect(201).text("/token");
    secrets.put(place + "token of a device", device);

    var url = "https://hooks.karibu.example/soko";
    var generated = api.post("/webhooks", Map.of("url", url, "events", List.of("*"))).expect(201);
    secrets.put(place + "webhook secret", generated.text("/secret"));
    var own = Map.of("url", url, "events", List.of("*"), "secret", WEBHOOK_SECRET);
    var hook = api.post("/webhooks", own).expect(201).text("/id");
    secrets.put("webhook secret of its own", WEBHOOK_SECRET);
    var rotated = api.post("/webhooks/" + hook + "/rotate-secret", "{}").expect(200);
    secrets.put(place + "rotated webhook secret", rotated.text("/secret"));

    var id = keyId(api);
    var grant =
        Map.of(
            "grant_type",
            "client_credentials",
            "client_id",
            id,
            "client_secret",
            String.valueOf(api.credential()));
    var token = api.as(null).request("POST", "/oauth/token").withoutKey().body(grant).send();
    secrets.put(place + "token", token.expect(200).text("/access_token"));
    var session = api.as(partner.idToken()).post("/session", "").expect(200).text("/accessToken");
    secrets.put(place + "session", session);
    api.as(session).get("/account").expect(200);
    var next = api.post("/api-keys/rotate", "").expect(200).text("/newKey");
    secrets.put(place + "key after its rotation", next);
    api.as(next).get("/account").expect(200);
    var gone = Map.of("apiKey", String.valueOf(api.credential()));
    api.as(partner.idToken()).post("/api-keys/revoke", gone).expect(200);
    organisation(service, partner, place, api.as(next));
    onboarding(service, place, api);
  }

  /// What a second person agrees to carries keys, in the question and in the answer.
  private void organisation(Service service, Partner partner, String place, Api api) {
    var email = UUID.randomUUID() + "@karibu.example";
    api.post("/organization/members", Map.of("email", email, "role", "admin")).expect(201);
    var member = service.idToken(email);
    secrets.put(place + "ID token of a member", member);
    var asker = session(api, member);
    secrets.put(place + "session of a member", String.valueOf(asker.credential()));
    var owner = session(api, partner.idToken());
    secrets.put(place + "session of an owner", String.valueOf(owner.credential()));
    var policy = Map.of("approvalRequiredFor", List.of("KEY_ROTATE", "KEY_REVOKE"));
    api.request("PUT", "/organization/policy").body(policy).send().expect(200);

    var rotation = held(asker.post("/api-keys/rotate", ""));
    owner.post(rotation + "/approve", "").expect(200);
    var fresh = asker.get(rotation).expect(200).text("/result/newKey");
    secrets.put(place + "key of a rotation that was agreed to", fresh);
    var revocation = held(asker.post("/api-keys/revoke", Map.of("apiKey", fresh)));
    owner.get(revocation).expect(200);
    var dropped = held(asker.post("/api-keys/revoke", Map.of("apiKey", fresh)));
    owner.post(dropped + "/reject", "").expect(200);
    owner.post(revocation + "/approve", "").expect(200);
    var none = Map.of("approvalRequiredFor", List.of());
    var environment = place.strip();
    var issued =
        service
            .operator()
            .post("/partners/" + partner.id() + "/keys", Map.of("environment", environment))
            .expect(201)
            .text("/apiKey");
    secrets.put(place + "key that an operator issued", issued);
    api.as(issued).request("PUT", "/organization/policy").body(none).send().expect(200);
  }

  private static Api session(Api base, String idToken) {
    return base.as(base.as(idToken).post("/session", "").expect(200).text("/accessToken"));
  }

  private static String held(Reply asked) {
    return "/organization/approvals/" + asked.expect(202).text("/approvalId");
  }

  /// A live key is kept sealed until it is used for the first time.
  private void onboarding(Service service, String place, Api api) {
    var somebody = service.partner();
    var identity = api.as(somebody.idToken());
    secrets.put(place + "ID token of who asks for a live key", somebody.idToken());
    var asked = identity.post("/upgrade-request", "").expect(202).text("/requestId");
    service.operator().post("/upgrade-requests/" + asked + "/approve", "").expect(200);
    var shown = identity.get("/upgrade-request").expect(200).text("/apiKey");
    secrets.put(place + "live key that was asked for", shown);
    if (place.startsWith("live")) api.as(shown).get("/account").expect(200);
  }

  private static String keyId(Api api) {
    for (var key : api.get("/account").expect(200).at("/apiKeys")) {
      if (key.get("type").asText().equals("full")) return key.get("keyId").asText();
    }
    throw new AssertionError("no full key");
  }

  /// What is refused is not written down either.
  private static void wrongOnes(Partner partner) {
    var odd = Map.of("status", "VERIFIED", "idNumber", ID_NUMBER, "level", 7, "taxId", TAX_ID);
    partner.sandbox().post("/users/x/kyc", odd);
    partner.sandbox().as(partner.key() + "x").get("/account");
    partner.sandbox().as(partner.idToken()).get("/account");
    partner.sandbox().get("/nothing?key=1");
  }

  private void assertNone(String place, String text) {
    secrets.forEach(
        (name, secret) -> {
          var bytes = secret.getBytes(UTF_8);
          var written =
              List.of(
                  secret,
                  HexFormat.of().formatHex(bytes),
                  Base64.getEncoder().withoutPadding().encodeToString(bytes));
          for (var each : written) {
            assertThat(text.contains(each)).as("%s in %s", name, place).isFalse();
          }
        });
  }

  private static String database(Service service) {
    var dump = new StringBuilder();
    for (var table : Leaks.tables(service)) {
      var rows = "SELECT coalesce(string_agg(t::text, chr(10)), '') FROM %s AS t".formatted(table);
      dump.append(service.ask(Environment.LIVE, rows)).append('\n');
    }
    return dump.toString();
  }
}
