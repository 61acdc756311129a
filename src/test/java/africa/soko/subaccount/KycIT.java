package africa.soko.subaccount;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.crypto.Sha256;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/// What a partner asserts of a person, and what is kept of it.
@SokoTest
class KycIT {
  private static final String ID_NUMBER = "ID-29481733-Q";
  private static final String TAX_ID = "A004817735ZX";
  private static final Map<String, String> PROFILE =
      Map.ofEntries(
          Map.entry("status", "VERIFIED"),
          Map.entry("level", "FULL"),
          Map.entry("reference", "session-9002"),
          Map.entry("idNumber", ID_NUMBER),
          Map.entry("taxId", TAX_ID),
          Map.entry("idDocumentType", "NATIONAL_ID"),
          Map.entry("dateOfBirth", "1994-07-19"),
          Map.entry("nationality", "KE"),
          Map.entry("taxResidency", "UG"),
          Map.entry("pepSanctionsResult", "CLEAR"),
          Map.entry("riskRating", "LOW"),
          Map.entry("consentAt", "2026-03-02T12:10:00+03:00"),
          Map.entry("evidenceReference", "vault/9002"));

  @Test
  void a_fingerprint_tells_nothing_of_the_body_that_it_is_of(Service service, Partner partner) {
    var path = Environment.SANDBOX.base() + "/users/" + partner.user().id() + "/kyc";
    var body = Reply.write(PROFILE);
    service.at("").as(partner.key()).post(path, body).expect(200);
    var request = ("POST\n" + path + "\n" + body).getBytes(StandardCharsets.UTF_8);
    var kept = "SELECT count(*) FROM idempotency WHERE partner_id = '%s'".formatted(partner.id());
    var guessed = " AND encode(fingerprint, 'hex') = '%s'";
    assertThat((long) service.ask(Environment.SANDBOX, kept)).isPositive();
    var plain = HexFormat.of().formatHex(Sha256.of(request));
    assertThat(service.ask(Environment.SANDBOX, kept + guessed.formatted(plain))).isEqualTo(0L);
  }

  @Test
  void any_status_may_follow_any_other_and_each_is_told(Partner partner) {
    var user = partner.user();
    var steps = List.of("IN_REVIEW", "VERIFIED", "EXPIRED", "REJECTED", "VERIFIED", "PENDING");
    for (var status : steps) {
      var body =
          status.equals("VERIFIED")
              ? Map.of("status", status, "level", "BASIC", "reference", "session-1")
              : Map.of("status", status);
      var reply = user.post("/kyc", body).expect(200);
      assertThat(reply)
          .has("/subAccountId", user.id())
          .has("/externalId", user.externalId())
          .has("/kycStatus", status);
      assertThat(reply.at("/kycLevel").isNull()).isEqualTo(!status.equals("VERIFIED"));
      assertThat(user.get("")).has("/kycStatus", status);
    }
    var events = partner.events("kyc.updated");
    assertThat(events).extracting(event -> event.get("kycStatus").asText()).isEqualTo(steps);
    assertThat(events.getLast())
        .isEqualTo(
            Reply.read(
                """
                {"subAccountId":"%s","externalId":"%s","kycStatus":"PENDING","kycLevel":null,
                 "reference":"session-1"}
                """
                    .formatted(user.id(), user.externalId())));
  }

  @Test
  void numbers_that_identify_a_person_are_nowhere_but_as_fingerprints(
      Partner partner, Service service) {
    var user = partner.user();
    var replies = new ArrayList<Reply>();
    var logged = logged(() -> replies.addAll(assertAndRead(user)));
    assertThat(replies.getFirst()).hasStatus(200).has("/kycLevel", "FULL");
    for (var secret : List.of(ID_NUMBER, TAX_ID)) {
      assertThat(replies).noneMatch(reply -> reply.toString().contains(secret));
      assertThat(logged).isNotEmpty().noneMatch(line -> line.contains(secret));
      assertThat(tablesWith(service, secret)).isEmpty();
      var fingerprint =
          HexFormat.of().formatHex(Sha256.of(secret.getBytes(StandardCharsets.UTF_8)));
      assertThat(tablesWith(service, fingerprint)).as("a plain hash can be guessed").isEmpty();
    }
    var number = (String) column(service, user, "id_number_hmac");
    assertThat(number).matches("[0-9a-f]{64}");
    assertThat(column(service, user, "id_number_last4")).isEqualTo("33-Q");
    assertThat(column(service, user, "tax_id_last4")).isEqualTo("35ZX");
    var profile = Reply.read((String) column(service, user, "kyc_profile"));
    assertThat(profile).hasSize(8);
    assertThat(profile.get("taxResidency").asText()).isEqualTo("UG");
    assertThat(profile.get("consentAt").asText()).isEqualTo("2026-03-02T09:10:00.000Z");
  }

  @Test
  void the_last_four_and_the_profile_are_read_back(Partner partner, Service service) {
    var user = partner.user();
    assertThat(user.get("").expect(200))
        .satisfies(reply -> assertThat(reply.at("/idNumberLast4").isMissingNode()).isTrue())
        .satisfies(reply -> assertThat(reply.at("/complianceProfile").isMissingNode()).isTrue());
    user.post("/kyc", PROFILE).expect(200);
    assertThat(user.get("").expect(200))
        .has("/idNumberLast4", "33-Q")
        .has("/taxIdLast4", "35ZX")
        .has("/complianceProfile/taxResidency", "UG")
        .has("/subAccountId", user.id());
    var users = partner.sandbox().get("/users").expect(200);
    assertThat(users.body()).doesNotContain("33-Q", "taxResidency");

    var known = Map.of("uid", "device-1", "name", "Wanjiru", "email", "w@karibu.example");
    var opened = partner.sandbox().post("/auto-register", known).expect(201);
    var own = "/users/" + opened.text("/subAccountId");
    partner.sandbox().post(own + "/kyc", PROFILE).expect(200);
    var told = partner.sandbox().as(opened.text("/token")).get(own).expect(200);
    assertThat(told).has("/idNumberLast4", "33-Q");
    assertThat(told.at("/complianceProfile").isMissingNode())
        .as("to the end user's device")
        .isTrue();
  }

  @Test
  void what_a_later_assertion_leaves_out_stays(Partner partner, Service service) {
    var user = partner.user();
    user.post("/kyc", PROFILE).expect(200);
    var later = Map.of("status", "VERIFIED", "level", "BASIC", "riskRating", "HIGH");
    assertThat(user.post("/kyc", later).expect(200))
        .has("/kycLevel", "BASIC")
        .has("/reference", "session-9002");
    assertThat(column(service, user, "id_number_last4")).isEqualTo("33-Q");
    assertThat(column(service, user, "kyc_profile")).isEqualTo("{\"riskRating\":\"HIGH\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                           | MISSING_PARAM",
        "{'status':'VERIFIED'}                                        | MISSING_PARAM",
        "{'status':'VERIFIED','level':null}                           | MISSING_PARAM",
        "{'status':'verified','level':'BASIC'}                        | VALIDATION_ERROR",
        "{'status':'VERIFIED','level':'GOLD'}                         | VALIDATION_ERROR",
        "{'status':'REJECTED','reference':''}                         | VALIDATION_ERROR",
        "{'status':'REJECTED','idNumber':'1234'}                      | VALIDATION_ERROR",
        "{'status':'REJECTED','idNumber':29481733}                    | INVALID_TYPE",
        "{'status':'REJECTED','taxId':'💸💸💸💸'}                        | VALIDATION_ERROR",
        "{'status':'REJECTED','dateOfBirth':'1994-02-30'}             | VALIDATION_ERROR",
        "{'status':'REJECTED','nationality':'Kenya'}                  | VALIDATION_ERROR",
        "{'status':'REJECTED','consentAt':'yesterday'}                | VALIDATION_ERROR",
        "{'status':'REJECTED','idNumberLast4':'1733'}                 | VALIDATION_ERROR",
      })
  void what_is_no_assertion_is_refused(String body, String code, Partner partner) {
    var user = partner.user();
    var refused = user.post("/kyc", body.replace('\'', '"'));
    assertThat(refused).isRefused(400, code);
    assertThat(refused.body()).doesNotContain("29481733", "1234", "💸");
    assertThat(user.get("")).has("/kycStatus", "PENDING");
  }

  @Test
  void only_the_full_check_opens_orders_above_ten_thousand_dollars(Partner partner) {
    var user = partner.verifiedUser().funded("30000");
    assertThat(user.trade(user.cashQuote("SCOM.KE", BUY, 10_001))).isRefused(403, "KYC_REQUIRED");
    assertThat(user.ended(user.trade(user.cashQuote("SCOM.KE", BUY, 10_000))))
        .has("/status", "FILLED");
    user.verified("FULL");
    assertThat(user.ended(user.trade(user.cashQuote("SCOM.KE", BUY, 10_001))))
        .has("/status", "FILLED");
    user.post("/kyc", Map.of("status", "EXPIRED", "level", "FULL")).expect(200);
    assertThat(user.trade(user.quote("SCOM.KE", BUY, 1))).isRefused(403, "KYC_REQUIRED");
  }

  /// The assertion, its repetition, and everything that speaks of the account afterwards.
  private static List<Reply> assertAndRead(Trader user) {
    var replies = new ArrayList<Reply>();
    for (int i = 0; i < 2; i++) {
      var request = user.api().request("POST", user.path() + "/kyc");
      replies.add(request.key("kyc-1").body(PROFILE).send());
    }
    replies.add(user.patch(Map.of("displayName", "Renamed")));
    for (var part : List.of("", "/wallet", "/portfolio", "/orders")) replies.add(user.get(part));
    replies.add(user.api().get("/users"));
    return replies;
  }

  /// What is logged meanwhile, at the level that says most of requests.
  private static List<String> logged(Runnable work) {
    var logger = (Logger) LoggerFactory.getLogger("africa.soko");
    var before = logger.getLevel();
    var appender = new ListAppender<ILoggingEvent>();
    appender.start();
    logger.addAppender(appender);
    logger.setAdditive(false);
    logger.setLevel(Level.TRACE);
    try {
      work.run();
    } finally {
      logger.setLevel(before);
      logger.setAdditive(true);
      logger.detachAppender(appender);
      appender.stop();
    }
    return appender.list.stream()
        .map(event -> event.getFormattedMessage() + " " + event.getThrowableProxy())
        .toList();
  }

  /// The tables of the sandbox that have a text somewhere, readable or as bytes.
  private static List<String> tablesWith(Service service, String text) {
    var names =
        "SELECT array_agg(table_name::text) FROM information_schema.tables"
            + " WHERE table_schema = 'sandbox'";
    var hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    var found = new ArrayList<String>();
    for (var table : (String[]) service.ask(Environment.SANDBOX, names)) {
      var count =
          "SELECT count(*) FROM %1$s t WHERE t::text LIKE '%%%2$s%%' OR t::text LIKE '%%%3$s%%'";
      if ((Long) service.ask(Environment.SANDBOX, count.formatted(table, text, hex)) > 0) {
        found.add(table);
      }
    }
    return found;
  }

  private static Object column(Service service, Trader user, String column) {
    return service.ask(
        Environment.SANDBOX,
        "SELECT %s FROM sub_account WHERE sub_account_id = '%s'".formatted(column, user.id()));
  }
}
