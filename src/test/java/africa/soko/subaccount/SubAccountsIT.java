package africa.soko.subaccount;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sub-accounts are opened, found, listed and changed.
@SokoTest
class SubAccountsIT {

  @Test
  void a_sub_account_starts_active_unverified_and_empty(Partner partner) {
    var sent =
        Map.of(
            "externalId", "user-42",
            "displayName", "Wanjiru Kamau",
            "email", "wanjiru@karibu.example",
            "country", "KE",
            "metadata", Map.of("segment", "retail", "branch", "014"));
    var created = partner.sandbox().post("/users", sent).expect(201);
    assertThat(created)
        .has("/externalId", "user-42")
        .has("/displayName", "Wanjiru Kamau")
        .has("/name", "Wanjiru Kamau")
        .has("/email", "wanjiru@karibu.example")
        .has("/country", "KE")
        .has("/metadata/branch", "014")
        .hasNumber("/walletBalance", "0")
        .has("/currency", "USD")
        .has("/status", "active")
        .has("/kycStatus", "PENDING");
    for (var empty : List.of("kycLevel", "uid", "frozenBy", "frozenReason", "closedAt")) {
      assertThat(created.at("/" + empty).isNull()).as(empty).isTrue();
    }
    assertThat(created.text("/createdAt")).isEqualTo(created.text("/updatedAt")).endsWith("Z");
    var id = created.text("/subAccountId");
    assertThat(partner.sandbox().get("/users/" + id).body()).isEqualTo(created.body());
    assertThat(partner.sandbox().get("/users/ext:user-42").body()).isEqualTo(created.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'externalId':'a','displayName':'A'}",
        "{'externalId':'a','displayName':'A','email':null,'country':null,'metadata':null}",
        "{'externalId':'a','displayName':'A','metadata':{}}",
      })
  void what_is_optional_may_be_left_out(String body, Partner partner) {
    var created = partner.sandbox().post("/users", json(body)).expect(201);
    assertThat(created.at("/email").isNull()).isTrue();
    assertThat(created.at("/country").isNull()).isTrue();
    assertThat(created.at("/metadata").isObject()).isTrue();
    assertThat(created.at("/metadata")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'displayName':'A'}                                          | MISSING_PARAM",
        "{'externalId':'a'}                                           | MISSING_PARAM",
        "{'externalId':null,'displayName':'A'}                        | MISSING_PARAM",
        "{'externalId':'','displayName':'A'}                          | VALIDATION_ERROR",
        "{'externalId':'a/b','displayName':'A'}                       | VALIDATION_ERROR",
        "{'externalId':'a\\\\b','displayName':'A'}                    | VALIDATION_ERROR",
        "{'externalId':'a','displayName':''}                          | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'  '}                        | VALIDATION_ERROR",
        "{'externalId':42,'displayName':'A'}                          | INVALID_TYPE",
        "{'externalId':'a','displayName':'A','status':'frozen'}       | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','walletBalance':5}       | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','uid':'u'}               | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','email':'nobody'}        | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','email':'a b@c.d'}       | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','email':'a@b@c'}         | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','country':'ke'}          | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','country':'KEN'}         | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','metadata':{'k':1}}      | INVALID_TYPE",
        "{'externalId':'a','displayName':'A','metadata':{'k':{}}}     | INVALID_TYPE",
        "{'externalId':'a','displayName':'A','metadata':[]}           | INVALID_TYPE",
        "{'externalId':'a','displayName':'A','metadata':{'':'v'}}     | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','metadata':{'\\ud800':'v'}} | VALIDATION_ERROR",
        "{'externalId':'a','displayName':'A','metadata':{'\\u0000':'v'}} | VALIDATION_ERROR",
        "{'externalId':'a\\u0000','displayName':'A'}                  | VALIDATION_ERROR",
      })
  void what_is_no_sub_account_is_refused(String body, String code, Partner partner) {
    assertThat(partner.sandbox().post("/users", json(body))).isRefused(400, code);
    assertThat(partner.sandbox().get("/users").expect(200)).hasNumber("/total", "0");
  }

  @Test
  void texts_have_limits_that_count_characters_not_bytes(Partner partner) {
    var longest =
        new HashMap<String, Object>(
            Map.of(
                "externalId", "💸".repeat(128),
                "displayName", "あ".repeat(200),
                "email", "a".repeat(242) + "@karibu.test",
                "metadata", metadata(50, "k", 40, 500)));
    var created = partner.sandbox().post("/users", longest).expect(201);
    assertThat(created).has("/externalId", "💸".repeat(128)).has("/displayName", "あ".repeat(200));
    assertThat(created.at("/metadata")).hasSize(50);
    assertThat(partner.sandbox().get("/users/" + ext("💸".repeat(128))).body())
        .isEqualTo(created.body());
    var beyond =
        Map.of(
            "externalId", List.of("x".repeat(129), "x".repeat(10_000)),
            "displayName", List.of("x".repeat(201), "x".repeat(10_000)),
            "email", List.of("a".repeat(243) + "@karibu.test"),
            "metadata",
                List.of(
                    metadata(51, "k", 5, 1), metadata(1, "k", 41, 1), metadata(1, "k", 5, 501)));
    beyond.forEach(
        (field, values) ->
            values.forEach(
                value -> {
                  var body = new HashMap<>(longest);
                  body.put(field, value);
                  assertThat(partner.sandbox().post("/users", body))
                      .isRefused(400, "VALIDATION_ERROR")
                      .has("/error/param", field);
                }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wanjiru@karibu.example",
        "auth0|5f7c8ec7c33c6c004bbafe82",
        "100%",
        "a b+c",
        "Ünïcødé ☕",
        "🦁🇰🇪",
        "sub_01KJPX74PG4TFF59TDWH9EDD1R",
        "ext:ext:x",
        "?limit=1#x",
        "..",
        "' OR 1=1 --",
      })
  void whatever_its_name_a_sub_account_is_found_by_it(String name, Partner partner) {
    var created = create(partner.sandbox(), name).expect(201);
    var found = partner.sandbox().get("/users/" + ext(name)).expect(200);
    assertThat(found.body()).isEqualTo(created.body());
    partner.sandbox().post("/users/" + ext(name) + "/deposit", Map.of("amountUsd", 1)).expect(200);
    assertThat(partner.sandbox().get("/users/" + ext(name) + "/wallet"))
        .hasNumber("/balance", "1")
        .has("/subAccountId", created.text("/subAccountId"));
  }

  @Test
  void a_reference_is_used_once_by_a_partner(Partner partner, Partner other) {
    create(partner.sandbox(), "user-1").expect(201);
    assertThat(create(partner.sandbox(), "user-1")).isRefused(409, "CONFLICT");
    create(partner.sandbox(), "USER-1").expect(201);
    create(other.sandbox(), "user-1").expect(201);
    create(partner.live(), "user-1").expect(201);
    assertThat(partner.sandbox().get("/users")).hasNumber("/total", "2");
  }

  @Test
  void of_twenty_who_ask_for_one_reference_at_once_one_gets_it(Partner partner) {
    var api = partner.sandbox();
    var body = Map.of("externalId", "wanted", "displayName", "Wanjiru");
    var replies = atOnce(20, () -> api.request("POST", "/users").body(body));
    var created = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(created).hasSize(1);
    for (var reply : replies) {
      if (reply.status() != 201) assertThat(reply).isRefused(409, "CONFLICT");
    }
    assertThat(api.get("/users")).hasNumber("/total", "1");
    assertThat(api.get("/users/ext:wanted").body()).isEqualTo(created.getFirst().body());
  }

  @Test
  void a_list_is_filtered_by_status(Partner partner) {
    var first = create(partner.sandbox(), "a").text("/subAccountId");
    var second = create(partner.sandbox(), "b").text("/subAccountId");
    partner.sandbox().patch("/users/ext:a", Map.of("status", "frozen")).expect(200);
    assertThat(ids(partner, "")).containsExactly(second, first);
    assertThat(ids(partner, "?status=active")).containsExactly(second);
    assertThat(ids(partner, "?status=frozen")).containsExactly(first);
    assertThat(ids(partner, "?status=closed")).isEmpty();
    assertThat(partner.sandbox().get("/users?status=frozen")).hasNumber("/total", "1");
    for (var wrong : List.of("ACTIVE", "pending", "active,frozen")) {
      assertThat(partner.sandbox().get("/users?status=" + wrong))
          .isRefused(400, "VALIDATION_ERROR")
          .has("/error/param", "status");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "displayName | 'Wanjiru K. Kamau'",
        "email       | 'new@karibu.example'",
        "country     | 'UG'",
        "metadata    | {'segment':'private'}",
        "status      | 'frozen'",
      })
  void a_change_changes_what_was_sent_and_nothing_else(
      String field, String value, Partner partner) {
    var user = whole(partner);
    var changed = patch(partner, "{'%s':%s}".formatted(field, value)).expect(200);
    assertThat(changed.at("/" + field)).isEqualTo(Reply.read(json(value)));
    assertThat(partner.sandbox().get("/users/ext:whole").body()).isEqualTo(changed.body());
    for (var other : List.of("displayName", "email", "country", "metadata", "status")) {
      if (!other.equals(field)) {
        assertThat(changed.at("/" + other)).as(other).isEqualTo(user.at("/" + other));
      }
    }
    assertThat(changed.text("/name")).isEqualTo(changed.text("/displayName"));
    assertThat(changed.text("/createdAt")).isEqualTo(user.text("/createdAt"));
    assertThat(changed.text("/updatedAt")).isGreaterThanOrEqualTo(user.text("/updatedAt"));
  }

  @Test
  void null_takes_away_what_is_optional(Partner partner) {
    whole(partner);
    assertThat(patch(partner, "{'email':null}").expect(200).at("/email").isNull()).isTrue();
    assertThat(patch(partner, "{'country':null}").expect(200).at("/country").isNull()).isTrue();
    assertThat(patch(partner, "{'metadata':null}").expect(200).at("/metadata")).isEmpty();
    var left = partner.sandbox().get("/users/ext:whole").expect(200);
    assertThat(left).has("/displayName", "Wanjiru").has("/status", "active");
    assertThat(left.at("/email").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'displayName':null}",
        "{'status':null}",
        "{'status':'closed'}",
        "{'status':'FROZEN'}",
        "{'externalId':'other'}",
        "{'uid':'other'}",
        "{'name':'Other'}",
        "{'walletBalance':1000000}",
        "{'kycStatus':'VERIFIED'}",
        "{'frozenBy':null}",
        "{'displayName':'A','displayName':'B'}",
        "{'email':''}",
        "{'country':''}",
      })
  void what_cannot_be_changed_is_refused_whole(String body, Partner partner) {
    var before = whole(partner);
    assertThat(patch(partner, body)).isRefused(400, "VALIDATION_ERROR");
    var withMore = body.replace("}", (body.equals("{}") ? "" : ",") + "'email':7}");
    assertThat(patch(partner, withMore).status()).isEqualTo(400);
    assertThat(partner.sandbox().get("/users/ext:whole").body()).isEqualTo(before.body());
  }

  @Test
  void a_change_that_changes_nothing_leaves_no_trace(Partner partner) {
    var before = whole(partner);
    var same = patch(partner, "{'displayName':'Wanjiru','status':'active'}").expect(200);
    assertThat(same.body()).isEqualTo(before.body());
    assertThat(partner.events("account.frozen")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "master", "ext:nobody", "sub_x", "SUB_x", "ext:", "%20"})
  void a_name_that_leads_nowhere_is_not_found(String name, Partner partner) {
    var api = partner.sandbox();
    assertThat(api.get("/users/" + name)).isRefused(404, "NOT_FOUND");
    assertThat(api.patch("/users/" + name, Map.of("displayName", "A"))).isRefused(404, "NOT_FOUND");
    assertThat(api.post("/users/" + name + "/deposit", Map.of("amountUsd", 1)))
        .isRefused(404, "NOT_FOUND");
    for (var part : List.of("/wallet", "/transactions", "/buying-power", "/orders", "/portfolio")) {
      assertThat(api.get("/users/" + name + part)).isRefused(404, "NOT_FOUND");
    }
  }

  static String ext(String name) {
    return "ext:" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static List<Reply> atOnce(int times, Supplier<Api.Request> request) {
    var sent = IntStream.range(0, times).mapToObj(_ -> request.get().sendAsync()).toList();
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH | | {'status':true} | INVALID_TYPE",
        "PATCH | | {'status':'closed'} | VALIDATION_ERROR",
        "POST | /kyc | {} | MISSING_PARAM",
        "POST | /deposit | {'amount':0} | VALIDATION_ERROR",
        "POST | /withdraw | {'amount':'1'} | INVALID_TYPE",
        "POST | /trade | {'symbol':1} | INVALID_TYPE",
      })
  void the_shape_of_a_body_is_told_before_anybody_is_looked_up(
      String method, String operation, String body, String code, Partner partner) {
    var path = "/users/ext:nobody" + (operation == null ? "" : operation);
    var reply = partner.sandbox().request(method, path).body(body.replace('\'', '"')).send();
    assertThat(reply).isRefused(400, code);
  }

  private static Reply create(Api api, String externalId) {
    return api.post("/users", Map.of("externalId", externalId, "displayName", "Wanjiru"));
  }

  private static Reply whole(Partner partner) {
    var body =
        "{'externalId':'whole','displayName':'Wanjiru','email':'w@karibu.example','country':'KE',"
            + "'metadata':{'segment':'retail'}}";
    return partner.sandbox().post("/users", json(body)).expect(201);
  }

  private static Reply patch(Partner partner, String body) {
    return partner.sandbox().patch("/users/ext:whole", json(body));
  }

  private static List<String> ids(Partner partner, String query) {
    return partner.sandbox().get("/users" + query).expect(200).texts("/users", "subAccountId");
  }

  private static Map<String, String> metadata(int keys, String key, int keyChars, int valueChars) {
    var metadata = new HashMap<String, String>();
    for (int i = 0; i < keys; i++) {
      metadata.put(key.repeat(keyChars - 2) + (10 + i), "v".repeat(valueChars));
    }
    return metadata;
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
