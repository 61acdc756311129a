package africa.soko.organization;

import static africa.soko.organization.Members.ALL;
import static africa.soko.organization.Members.address;
import static africa.soko.organization.Members.invited;
import static africa.soko.organization.Members.joined;
import static africa.soko.organization.Members.session;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.FullScopes;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Members of an organisation, their roles and their sessions, over HTTP and over two nodes.
@SokoTest
class MembersIT {
  private final Service service;

  MembersIT(Service service) {
    this.service = service;
  }

  private static Map<String, String> user() {
    return Map.of("externalId", UUID.randomUUID().toString(), "displayName", "Asha");
  }

  private static String ownerId(Api api) {
    return api.get(ALL).expect(200).text("/members/0/memberId");
  }

  @Test
  void who_has_registered_is_the_owner(Partner partner) {
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var list = api.get(ALL).expect(200);
      assertThat(list.at("/members")).hasSize(1);
      assertThat(list).has("/members/0/role", "owner").has("/members/0/status", "ACTIVE");
      var own = api.get(ALL + "/" + list.text("/members/0/memberId")).expect(200);
      assertThat(own.json()).isEqualTo(list.at("/members/0"));
    }
    var opened = partner.sandbox().as(partner.idToken()).post("/session", "").expect(200);
    assertThat(opened).has("/memberId", ownerId(partner.sandbox())).has("/role", "owner");
    assertThat(partner.sandbox().get(ALL + "/mem_none")).isRefused(404, "NOT_FOUND");
  }

  @Test
  void an_invitation_is_taken_up_by_the_verified_address_in_any_case(Partner partner) {
    var email = address();
    var portal = partner.sandbox().as(service.idToken(email.toLowerCase(Locale.ROOT)));
    assertThat(portal.post("/session", "")).isRefused(403, "FORBIDDEN");
    var id = invited(partner.sandbox(), email, "trader");
    assertThat(partner.sandbox().get(ALL + "/" + id)).has("/status", "INVITED");
    assertThat(portal.get("/me")).has("/status", "not_found");
    assertThat(portal.post("/session", "").expect(200)).has("/memberId", id).has("/role", "trader");
    var member = partner.live().get(ALL + "/" + id).expect(200);
    assertThat(member).has("/status", "ACTIVE").has("/email", email);
    assertThat(member.at("/lapsesAt").isNull()).isTrue();
    assertThat(portal.get("/me")).has("/status", "active");
    var again = Map.of("email", email.toUpperCase(Locale.ROOT), "role", "viewer");
    assertThat(partner.sandbox().post(ALL, again)).isRefused(409, "CONFLICT");
  }

  @Test
  void an_invitation_that_lapsed_or_was_removed_counts_no_more(Partner partner) {
    var api = partner.sandbox();
    var email = address();
    var portal = api.as(service.idToken(email));
    var first = invited(api, email, "viewer");
    assertThat(api.post(ALL, Map.of("email", email, "role", "viewer"))).isRefused(409, "CONFLICT");
    service.execute("UPDATE member SET lapses_at = now() WHERE member_id = '%s'".formatted(first));
    assertThat(portal.post("/session", "")).isRefused(403, "FORBIDDEN");
    assertThat(api.get(ALL + "/" + first)).has("/status", "LAPSED");
    var second = invited(api, email, "viewer");
    assertThat(api.get(ALL + "/" + first)).isRefused(404, "NOT_FOUND");
    api.delete(ALL + "/" + second).expect(200);
    assertThat(portal.post("/session", "")).isRefused(403, "FORBIDDEN");
    assertThat(api.delete(ALL + "/" + second)).isRefused(404, "NOT_FOUND");
  }

  @Test
  void a_person_is_a_member_of_one_organisation(Partner partner, Partner other) {
    var email = address();
    var idToken = service.idToken(email);
    var first = invited(partner.sandbox(), email, "viewer");
    var second = invited(other.sandbox(), email, "owner");
    var portal = partner.sandbox().as(idToken);
    assertThat(portal.post("/session", "").expect(200)).has("/memberId", first);
    assertThat(portal.post("/session", "").expect(200)).has("/memberId", first);
    assertThat(other.sandbox().get(ALL + "/" + second)).has("/status", "INVITED");
    // A viewer is told no key, and makes no organisation of his own.
    var register = service.at("/api/sandbox").as(idToken);
    assertThat(register.post("/register", "")).isRefused(403, "FORBIDDEN");
    assertThat(portal.post("/upgrade-request", "")).isRefused(403, "FORBIDDEN");
    assertThat(portal.post("/api-keys/revoke", Map.of("apiKey", partner.key())))
        .isRefused(403, "FORBIDDEN");
    partner.sandbox().delete(ALL + "/" + first).expect(200);
    assertThat(portal.post("/session", "").expect(200)).has("/memberId", second);
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, GET, /account, true",
    "viewer, POST, /users, false",
    "trader, POST, /users, true",
    "trader, POST, /organization/members, false",
    "trader, POST, /api-keys/data-key, false",
    "developer, POST, /api-keys/data-key, false",
    "developer, POST, /users, false",
    "admin, POST, /api-keys/data-key, true",
    "admin, POST, /users, true",
    "owner, POST, /users, true"
  })
  void a_session_does_what_its_role_says(
      String role, String method, String path, boolean allowed, Partner partner) {
    var session = joined(service, partner, role).api();
    var request = session.request(method, path);
    if (path.equals("/users")) request.body(user());
    if (path.equals(ALL)) request.body(Map.of("email", address(), "role", "viewer"));
    var reply = request.send();
    if (allowed) assertThat(reply.status()).as(reply.toString()).isLessThan(300);
    else assertThat(reply).isRefused(403, "FORBIDDEN");
  }

  @Test
  void every_role_is_described(Partner partner) {
    var roles = partner.sandbox().get("/organization/roles").expect(200);
    assertThat(roles.texts("/roles", "role"))
        .containsExactly("owner", "admin", "developer", "trader", "viewer");
    assertThat(roles.at("/roles/0/permissions")).hasSize(FullScopes.ALL.size());
    assertThat(roles.at("/roles/4/permissions")).allMatch(s -> s.asText().endsWith(":read"));
  }

  @Test
  void nobody_gives_or_takes_a_role_beyond_his_own(Partner partner) {
    var owner = ownerId(partner.sandbox());
    var admin = joined(service, partner, "admin");
    var trader = joined(service, partner, "trader");
    var api = admin.api();
    assertThat(api.post(ALL, Map.of("email", address(), "role", "owner")))
        .isRefused(403, "FORBIDDEN");
    assertThat(api.patch(admin.path(), Map.of("role", "owner"))).isRefused(403, "FORBIDDEN");
    assertThat(api.patch(ALL + "/" + owner, Map.of("role", "viewer"))).isRefused(403, "FORBIDDEN");
    assertThat(api.delete(ALL + "/" + owner)).isRefused(403, "FORBIDDEN");
    assertThat(api.patch(trader.path(), Map.of("role", "developer")).expect(200))
        .has("/role", "developer");
    invited(api, address(), "admin");
    // A key of a few scopes makes nobody who has more.
    service.execute(
        "UPDATE credential SET scopes = 'organization:write organization:read market:read'"
            + " WHERE partner_id = '%s' AND NOT token".formatted(partner.id()));
    var narrow =
        eventually(
            () -> partner.sandbox().post(ALL, Map.of("email", address(), "role", "viewer")),
            reply -> reply.status() == 403);
    assertThat(narrow).isRefused(403, "FORBIDDEN");
  }

  @Test
  void the_last_owner_stays(Partner partner) {
    var api = partner.sandbox();
    var first = ALL + "/" + ownerId(api);
    invited(api, address(), "owner");
    var changes =
        List.<Map<String, String>>of(Map.of("role", "admin"), Map.of("status", "SUSPENDED"));
    for (var change : changes) assertThat(api.patch(first, change)).isRefused(409, "CONFLICT");
    assertThat(api.delete(first)).isRefused(409, "CONFLICT");
    var second = joined(service, partner, "owner");
    assertThat(second.api().delete(first).expect(200)).has("/status", "REMOVED");
    assertThat(api.delete(second.path())).isRefused(409, "CONFLICT");
    // Who owned it once is a stranger, who may begin anew.
    var old = api.as(partner.idToken());
    assertThat(old.post("/session", "")).isRefused(403, "FORBIDDEN");
    assertThat(old.post("/api-keys/revoke", Map.of("apiKey", partner.key())))
        .isRefused(404, "NOT_FOUND");
    var anew = service.at("/api/sandbox").as(partner.idToken()).post("/register", "").expect(201);
    assertThat(anew.text("/partnerId")).isNotEqualTo(partner.id());
  }

  @Test
  void of_two_owners_who_leave_at_once_on_two_nodes_one_stays(Partner partner) {
    try (var node = service.another(UnaryOperator.identity())) {
      for (int round = 0; round < 5; round++) {
        var pair = List.of(joined(service, partner, "owner"), joined(service, partner, "owner"));
        for (var other : partner.sandbox().get(ALL).texts("/members", "memberId")) {
          if (pair.stream().noneMatch(one -> one.memberId().equals(other))) {
            partner.sandbox().delete(ALL + "/" + other).expect(200);
          }
        }
        var there = node.at("/api/sandbox/v1/partner").as(pair.get(1).api().credential());
        var left = new ArrayList<CompletableFuture<Integer>>();
        left.add(
            pair.get(0)
                .api()
                .request("DELETE", pair.get(0).path())
                .sendAsync()
                .thenApply(reply -> reply.status()));
        left.add(
            there
                .request("DELETE", pair.get(1).path())
                .sendAsync()
                .thenApply(reply -> reply.status()));
        assertThat(left.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(200, 409);
      }
    }
  }

  @Test
  void a_change_holds_for_mutations_at_once_and_for_reads_soon_on_another_node(Partner partner)
      throws Exception {
    try (var node = service.another(UnaryOperator.identity())) {
      var member = joined(service, partner, "trader");
      var there = node.at("/api/sandbox/v1/partner").as(member.api().credential());
      there.post("/users", user()).expect(201);
      partner.sandbox().patch(member.path(), Map.of("role", "viewer")).expect(200);
      assertThat(there.post("/users", user())).isRefused(403, "FORBIDDEN");
      there.get("/account").expect(200);
      partner.sandbox().patch(member.path(), Map.of("role", "trader")).expect(200);
      eventually(() -> there.post("/users", user()).status(), status -> status == 201);

      try (var stream = SseClient.of(there, "")) {
        assertThat(stream.status()).isEqualTo(200);
        partner.sandbox().patch(member.path(), Map.of("status", "SUSPENDED")).expect(200);
        assertThat(there.post("/users", user())).isRefused(403, "AUTH_REVOKED");
        eventually(() -> there.get("/account").status(), status -> status == 403);
        var last = stream.frame();
        for (var frame = last; !frame.isEmpty(); frame = stream.frame()) last = frame;
        assertThat(last.getFirst()).startsWith(": AUTH_REVOKED, The session is over");
      }
      var portal = partner.sandbox().as(service.idToken(member.email()));
      assertThat(portal.post("/session", "")).isRefused(403, "FORBIDDEN");
      assertThat(portal.get("/me")).has("/status", "suspended");
      partner.sandbox().patch(member.path(), Map.of("status", "ACTIVE")).expect(200);
      eventually(() -> there.post("/users", user()).status(), status -> status == 201);
      partner.sandbox().delete(member.path()).expect(200);
      assertThat(there.post("/users", user())).isRefused(403, "AUTH_REVOKED");
    }
  }

  @Test
  void a_policy_binds_sessions_and_no_keys(Partner partner) {
    var path = "/organization/policy";
    var none = partner.sandbox().get(path).expect(200);
    assertThat(none.at("/updatedAt").isNull()).isTrue();
    assertThat(none.at("/scopes/live")).hasSize(FullScopes.ALL.size());
    var live = List.of("accounts:read", "organization:read", "organization:write");
    var session = joined(service, partner, "owner");
    partner.live();
    var inLive = session(partner.live(), service.idToken(session.email()));
    inLive.post("/users", user()).expect(201);
    try (var node = service.another(UnaryOperator.identity())) {
      var there = node.at("/api/v1/partner").as(inLive.credential());
      there.get("/orders").expect(200);
      var put = Map.of("approvalRequiredFor", List.of(), "scopes", Map.of("live", live));
      var replaced = session.api().request("PUT", path).body(put).send().expect(200);
      assertThat(replaced.at("/scopes/live")).hasSize(live.size());
      assertThat(replaced.at("/scopes/sandbox")).hasSize(FullScopes.ALL.size());
      assertThat(there.post("/users", user())).isRefused(403, "FORBIDDEN");
      eventually(() -> there.get("/orders").status(), status -> status == 403);
      there.get("/account").expect(200);
    }
    session.api().post("/users", user()).expect(201);
    partner.live().post("/users", user()).expect(201);
    var wrong =
        Map.of("approvalRequiredFor", List.of(), "scopes", Map.of("live", List.of("market:fly")));
    assertThat(inLive.request("PUT", path).body(wrong).send()).isRefused(400, "VALIDATION_ERROR");
    inLive.request("PUT", path).body(Map.of("approvalRequiredFor", List.of())).send().expect(200);
    assertThat(partner.live().get(path).at("/scopes/live")).hasSize(FullScopes.ALL.size());
    inLive.post("/users", user()).expect(201);
  }

  @Test
  void a_repeat_changes_nothing_and_the_log_names_the_member(Partner partner) {
    var admin = joined(service, partner, "admin");
    var once = UUID.randomUUID().toString();
    var body = Map.of("email", address(), "role", "viewer");
    var made = admin.api().request("POST", ALL).key(once).body(body).send().expect(201);
    var again = admin.api().request("POST", ALL).key(once).body(body).send();
    assertThat(again.body()).isEqualTo(made.body());
    var log = partner.sandbox().get("/audit?action=inviteMember&limit=1").expect(200);
    assertThat(log)
        .has("/entries/0/actor", admin.memberId())
        .has("/entries/0/target", made.text("/memberId"));
  }

  @Test
  void what_is_wrong_is_told(Partner partner) {
    var api = partner.sandbox();
    for (var body :
        Stream.of(
                Map.of("email", "nobody", "role", "viewer"),
                Map.of("email", address(), "role", "king"),
                Map.of("email", address(), "role", "viewer", "colour", "blue"))
            .toList()) {
      assertThat(api.post(ALL, body)).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(api.post(ALL, Map.of("role", "viewer"))).isRefused(400, "MISSING_PARAM");
    var invited = ALL + "/" + invited(api, address(), "viewer");
    assertThat(api.patch(invited, Map.of())).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(invited, Map.of("status", "REMOVED"))).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(invited, Map.of("status", "SUSPENDED"))).isRefused(409, "CONFLICT");
    api.patch(invited, Map.of("role", "trader")).expect(200);
  }

  @Test
  void an_organisation_has_a_limit(Partner partner) {
    service.execute(
        """
        INSERT INTO member (partner_id, member_id, email, role, status, created_at, lapses_at)
        SELECT '%1$s', 'mem_' || n || '%1$s', n || '@x.example', 'VIEWER', 'INVITED', now(),
          now() + interval '7 days'
        FROM generate_series(2, %2$d) AS n
        """
            .formatted(partner.id(), InviteMember.MEMBERS_MAX));
    assertThat(partner.sandbox().post(ALL, Map.of("email", address(), "role", "viewer")))
        .isRefused(422, "LIMIT_EXCEEDED");
  }
}
