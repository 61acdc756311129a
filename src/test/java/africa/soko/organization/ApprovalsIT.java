package africa.soko.organization;

import static africa.soko.organization.Members.ALL;
import static africa.soko.organization.Members.address;
import static africa.soko.organization.Members.held;
import static africa.soko.organization.Members.joined;
import static africa.soko.organization.Members.require;
import static africa.soko.organization.Members.session;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Changes that a second person has to agree to, over HTTP and over two nodes.
@SokoTest
class ApprovalsIT {
  private static final String APPROVALS = "/organization/approvals/";
  private static final String POLICY = "/organization/policy";

  private final Service service;

  ApprovalsIT(Service service) {
    this.service = service;
  }

  private static Reply approve(Api by, String id) {
    return by.post(APPROVALS + id + "/approve", "");
  }

  private static Map<String, String> invitation() {
    return Map.of("email", address(), "role", "viewer");
  }

  @Test
  void what_the_policy_names_waits_for_somebody_else(Partner partner) {
    var asker = joined(service, partner, "admin");
    var other = joined(service, partner, "admin");
    var reader = joined(service, partner, "trader");
    require(partner.sandbox(), "MEMBER_ROLE");
    var body = invitation();
    var once = UUID.randomUUID().toString();
    var asked = asker.api().request("POST", ALL).key(once).body(body).send().expect(202);
    var id = asked.text("/approvalId");
    var again = asker.api().request("POST", ALL).key(once).body(body).send();
    assertThat(again.body()).isEqualTo(asked.body());
    assertThat(partner.sandbox().get(ALL).texts("/members", "email"))
        .doesNotContain(body.get("email"));

    var list = other.api().get("/organization/approvals?status=PENDING").expect(200);
    assertThat(list.at("/approvals")).hasSize(1);
    assertThat(list)
        .has("/approvals/0/approvalId", id)
        .has("/approvals/0/kind", "MEMBER_ROLE")
        .has("/approvals/0/operation", "inviteMember")
        .has("/approvals/0/askedBy", asker.memberId())
        .has("/approvals/0/details/email", body.get("email"));
    assertThat(approve(asker.api(), id)).isRefused(403, "FORBIDDEN");
    assertThat(approve(reader.api(), id)).isRefused(403, "FORBIDDEN");

    var done = approve(other.api(), id).expect(200);
    assertThat(done)
        .has("/status", "EXECUTED")
        .has("/decidedBy", other.memberId())
        .has("/result/email", body.get("email"))
        .has("/result/invitedBy", asker.memberId());
    assertThat(approve(other.api(), id).expect(200).json()).isEqualTo(done.json());
    assertThat(approve(partner.sandbox(), id)).isRefused(409, "CONFLICT");
    assertThat(asker.api().get(APPROVALS + id).json()).isEqualTo(done.json());
    assertThat(partner.sandbox().get(ALL).texts("/members", "email")).contains(body.get("email"));
    assertThat(partner.sandbox().get("/audit?action=inviteMember&limit=2"))
        .has("/entries/0/actor", asker.memberId())
        .has("/entries/0/status", "201");
    var decided = partner.sandbox().get("/audit?action=approveChange").expect(200);
    assertThat(decided.texts("/entries", "actor")).contains(other.memberId());
    // What a key asks for is not held, and to suspend somebody waits for nobody.
    partner.sandbox().post(ALL, invitation()).expect(201);
    asker.api().patch(reader.path(), Map.of("status", "SUSPENDED")).expect(200);
    asker.api().patch(reader.path(), Map.of("status", "ACTIVE")).expect(202);
  }

  @Test
  void what_is_rejected_or_lapses_is_never_done(Partner partner) {
    var other = joined(service, partner, "admin");
    var first = held(partner.sandbox(), partner);
    var dropped = other.api().post(APPROVALS + first + "/reject", "").expect(200);
    assertThat(dropped).has("/status", "REJECTED").has("/decidedBy", other.memberId());
    assertThat(approve(other.api(), first)).isRefused(409, "CONFLICT");

    var second = held(partner.sandbox(), partner);
    service.execute(
        "UPDATE approval SET lapses_at = now() WHERE approval_id = '%s'".formatted(second));
    assertThat(approve(other.api(), second)).isRefused(409, "CONFLICT");
    assertThat(other.api().get(APPROVALS + second)).has("/status", "LAPSED");
    assertThat(other.api().get("/organization/approvals?status=LAPSED").at("/approvals"))
        .hasSize(1);
    assertThat(other.api().get("/organization/approvals?status=PENDING").at("/approvals"))
        .isEmpty();
    // Who asked may drop it.
    var third = held(partner.sandbox(), partner);
    var owner = session(partner.sandbox(), partner.idToken());
    owner.post(APPROVALS + third + "/reject", "").expect(200);
    assertThat(partner.sandbox().get(ALL).at("/members")).hasSize(2);
    var pages = other.api().get("/organization/approvals?limit=2").expect(200);
    assertThat(pages.at("/hasMore").booleanValue()).isTrue();
    var rest =
        other.api().get("/organization/approvals?limit=2&cursor=" + pages.text("/nextCursor"));
    assertThat(rest.expect(200).at("/approvals")).hasSize(1);
  }

  @Test
  void a_withdrawal_above_the_bound_waits_and_its_answer_is_kept(Partner partner) {
    var user = partner.verifiedUser().funded("500");
    var trader = joined(service, partner, "trader");
    var admin = joined(service, partner, "admin");
    var policy = Map.of("approvalRequiredFor", List.of("WITHDRAWAL"), "withdrawalOverUsd", 100);
    partner.sandbox().request("PUT", POLICY).body(policy).send().expect(200);
    var path = "/users/" + user.id() + "/withdraw";
    trader.api().post(path, Map.of("amountUsd", 100)).expect(200);
    var first = trader.api().post(path, Map.of("amountUsd", 300)).expect(202).text("/approvalId");
    var second = trader.api().post(path, Map.of("amountUsd", 300)).expect(202).text("/approvalId");
    assertThat(trader.api().post(path, Map.of("amountUsd", -1))).isRefused(400, "VALIDATION_ERROR");
    assertThat(approve(admin.api(), first).expect(200))
        .has("/status", "EXECUTED")
        .has("/resultStatus", "200");
    assertThat(approve(admin.api(), second).expect(200))
        .has("/status", "FAILED")
        .has("/result/error/code", "INSUFFICIENT_FUNDS");
    assertThat(partner.sandbox().get("/users/" + user.id() + "/wallet"))
        .hasNumber("/balance", "100");
  }

  @Test
  void it_is_refused_if_who_asked_may_do_it_no_more(Partner partner) {
    var user = partner.verifiedUser().funded("500");
    var trader = joined(service, partner, "trader");
    var admin = joined(service, partner, "admin");
    require(partner.sandbox(), "WITHDRAWAL");
    var path = "/users/" + user.id() + "/withdraw";
    var id = trader.api().post(path, Map.of("amountUsd", 10)).expect(202).text("/approvalId");
    partner.sandbox().patch(trader.path(), Map.of("role", "viewer")).expect(200);
    assertThat(approve(admin.api(), id)).isRefused(403, "FORBIDDEN");
    partner.sandbox().delete(trader.path()).expect(200);
    assertThat(approve(admin.api(), id)).isRefused(403, "FORBIDDEN");
    assertThat(admin.api().get(APPROVALS + id)).has("/status", "PENDING");
    assertThat(partner.sandbox().get("/users/" + user.id() + "/wallet"))
        .hasNumber("/balance", "500");
  }

  /// A trader whose withdrawals of $10 out of $500 wait, and two who may agree to them: one here,
  /// and one at another node.
  private static final class Withdrawals implements AutoCloseable {
    private final Partner partner;
    private final Trader user;
    private final Members.Session trader;
    private final Members.Session first;
    private final Service node;
    private final Api there;

    Withdrawals(Service service, Partner partner) {
      this.partner = partner;
      user = partner.verifiedUser().funded("500");
      trader = joined(service, partner, "trader");
      first = joined(service, partner, "admin");
      var second = joined(service, partner, "owner");
      require(partner.sandbox(), "WITHDRAWAL");
      node = service.another(UnaryOperator.identity());
      there = node.at(Environment.SANDBOX.base()).as(second.api().credential());
    }

    String asked() {
      var path = "/users/" + user.id() + "/withdraw";
      return trader.api().post(path, Map.of("amountUsd", 10)).expect(202).text("/approvalId");
    }

    /// Holds what is in the wallet against what should be.
    void leave(int usd) {
      assertThat(partner.sandbox().get("/users/" + user.id() + "/wallet"))
          .hasNumber("/balance", "" + usd);
    }

    @Override
    public void close() {
      node.close();
    }
  }

  @Test
  void two_who_approve_at_once_on_two_nodes_have_it_done_once(Partner partner) {
    try (var held = new Withdrawals(service, partner)) {
      for (int round = 1; round <= 5; round++) {
        var id = held.asked();
        var at = APPROVALS + id + "/approve";
        var both =
            Stream.of(held.first.api(), held.there)
                .map(api -> api.request("POST", at).sendAsync())
                .toList()
                .stream()
                .map(future -> future.join().status())
                .toList();
        assertThat(both).contains(200).allMatch(status -> status == 200 || status == 409);
        assertThat(held.first.api().get(APPROVALS + id)).has("/status", "EXECUTED");
        held.leave(500 - 10 * round);
      }
    }
  }

  /// A process that is killed leaves one of two states behind: agreed to and not done, or done and
  /// not noted. Whoever agrees once more, at either node, finishes it, and it is done once.
  @Test
  void what_a_killed_process_had_begun_is_finished_once_by_whoever_agrees_again(Partner partner) {
    try (var held = new Withdrawals(service, partner)) {
      for (var by : List.of(held.first.api(), held.there)) {
        var id = held.asked();
        var request = sealed(id);
        revive(id, held.first.memberId(), request);
        var done = approve(by, id).expect(200);
        assertThat(done).has("/status", "EXECUTED").has("/decidedBy", held.first.memberId());
        revive(id, held.first.memberId(), request);
        assertThat(approve(held.trader.api(), id)).isRefused(403, "FORBIDDEN");
        assertThat(approve(by, id).expect(200).at("/result")).isEqualTo(done.at("/result"));
        assertThat(held.trader.api().get(APPROVALS + id)).has("/status", "EXECUTED");
      }
      held.leave(480);
    }
    var told = partner.sandbox().get("/audit?action=withdraw").expect(200);
    assertThat(told.at("/entries")).hasSize(4);
  }

  /// Not so long that the change could be done twice: its answer is forgotten after a day.
  @Test
  void what_was_agreed_to_long_ago_and_never_finished_is_done_no_more(Partner partner) {
    var other = joined(service, partner, "admin");
    var id = held(partner.sandbox(), partner);
    revive(id, other.memberId(), sealed(id));
    service.execute(
        "UPDATE approval SET decided_at = decided_at - interval '23 hours' WHERE approval_id = '%s'"
            .formatted(id));
    assertThat(approve(other.api(), id)).isRefused(409, "CONFLICT");
    assertThat(partner.sandbox().get(ALL).at("/members")).hasSize(2);
  }

  private String sealed(String id) {
    var sql = "SELECT encode(request, 'hex') FROM platform.approval WHERE approval_id = '%s'";
    return (String) service.ask(Environment.SANDBOX, sql.formatted(id));
  }

  private void revive(String id, String by, String request) {
    service.execute(
        """
        UPDATE approval SET status = 'APPROVED', decided_by = '%s', decided_at = now(),
          request = decode('%s', 'hex'), result = NULL, result_status = NULL
        WHERE approval_id = '%s'
        """
            .formatted(by, request, id));
  }

  @Test
  void a_security_policy_waits_for_a_second_person(Partner partner) {
    for (var environment : List.of("live", "sandbox")) {
      var terms = Map.of("environment", environment, "tier", "enterprise");
      service.operator().patch("/partners/" + partner.id(), terms).expect(200);
    }
    var asker = joined(service, partner, "admin");
    var other = joined(service, partner, "owner");
    require(partner.sandbox(), "SECURITY_POLICY");
    var path = "/security-policy";
    var before = partner.sandbox().get(path).expect(200).body();
    assertThat(put(asker.api(), List.of("not an address"))).isRefused(400, "VALIDATION_ERROR");
    var id = put(asker.api(), List.of("127.0.0.0/8")).expect(202).text("/approvalId");
    assertThat(partner.sandbox().get(path).body()).isEqualTo(before);
    assertThat(asker.api().get(APPROVALS + id))
        .has("/kind", "SECURITY_POLICY")
        .has("/details/ipAllowlist/0", "127.0.0.0/8");
    assertThat(approve(asker.api(), id)).isRefused(403, "FORBIDDEN");
    assertThat(approve(other.api(), id).expect(200))
        .has("/status", "EXECUTED")
        .has("/result/ipAllowlist/0", "127.0.0.0/8");
    assertThat(partner.sandbox().get(path)).has("/ipAllowlist/0", "127.0.0.0/8");
    // What a key asks for is not held.
    put(partner.sandbox(), List.of()).expect(200);
  }

  private static Reply put(Api api, List<String> allowlist) {
    var policy = new HashMap<String, Object>();
    policy.put("ipAllowlist", allowlist);
    for (var rule : List.of("requireSignedRequests", "requireMtls", "scopedKeysOnly")) {
      policy.put(rule, false);
    }
    policy.put("keyRotationDays", null);
    return api.request("PUT", "/security-policy").body(policy).send();
  }

  @Test
  void a_rotation_tells_the_key_to_who_asked_alone_and_a_revocation_no_key(Partner partner) {
    var api = partner.sandbox();
    var asker = joined(service, partner, "admin");
    var other = joined(service, partner, "owner");
    require(api, "KEY_ROTATE", "KEY_REVOKE");
    var rotation = asker.api().post("/api-keys/rotate", "").expect(202).text("/approvalId");
    var rotated = approve(other.api(), rotation).expect(200);
    assertThat(rotated).has("/status", "EXECUTED").has("/resultStatus", "200");
    assertThat(rotated.at("/result").isNull()).isTrue();
    assertThat(other.api().get(APPROVALS + rotation).at("/result").isNull()).isTrue();
    var fresh = asker.api().get(APPROVALS + rotation).text("/result/newKey");
    api.as(fresh).get("/account").expect(200);
    assertThat(rows()).doesNotContain(fresh);

    var revoke = Map.of("apiKey", fresh);
    var asked = session(api, service.idToken(asker.email()));
    var agreed = session(api, service.idToken(other.email()));
    var id = asked.post("/api-keys/revoke", revoke).expect(202).text("/approvalId");
    assertThat(agreed.get(APPROVALS + id).text("/details/maskedKey")).startsWith("sk_sandbox_****");
    assertThat(rows()).doesNotContain(fresh);
    // The session that agrees ends with the key.
    assertThat(approve(agreed, id).expect(200)).has("/status", "EXECUTED");
    assertThat(api.as(fresh).get("/account")).isRefused(403, "AUTH_REVOKED");
    assertThat(agreed.get("/account")).isRefused(403, "AUTH_REVOKED");
  }

  @Test
  void a_session_ends_itself_without_anybody(Partner partner) {
    require(partner.sandbox(), "KEY_REVOKE");
    var owner = session(partner.sandbox(), partner.idToken());
    var own = Map.of("apiKey", String.valueOf(owner.credential()));
    owner.post("/api-keys/revoke", own).expect(200);
    assertThat(owner.get("/account")).isRefused(403, "AUTH_REVOKED");
  }

  @Test
  void nobody_lifts_the_policy_alone_by_a_session(Partner partner) {
    var admin = joined(service, partner, "admin");
    var none = Map.of("approvalRequiredFor", List.of());
    require(partner.sandbox(), "MEMBER_ROLE");
    var id = admin.api().request("PUT", POLICY).body(none).send().expect(202).text("/approvalId");
    assertThat(admin.api().get(APPROVALS + id)).has("/kind", "ORGANIZATION_POLICY");
    var owner = session(partner.sandbox(), partner.idToken());
    assertThat(approve(owner, id).expect(200)).has("/status", "EXECUTED");
    admin.api().post(ALL, invitation()).expect(201);
    for (var wrong :
        List.<Map<String, ?>>of(
            Map.of("approvalRequiredFor", List.of("ORGANIZATION_POLICY")),
            Map.of("approvalRequiredFor", List.of("LUNCH")),
            Map.of("approvalRequiredFor", List.of(), "withdrawalOverUsd", 0))) {
      assertThat(admin.api().request("PUT", POLICY).body(wrong).send())
          .isRefused(400, "VALIDATION_ERROR");
    }
  }

  @Test
  void a_policy_holds_at_once_on_another_node(Partner partner) {
    var admin = joined(service, partner, "admin");
    try (var node = service.another(UnaryOperator.identity())) {
      var there = node.at(Environment.SANDBOX.base()).as(admin.api().credential());
      for (int round = 0; round < 5; round++) {
        require(partner.sandbox());
        there.post(ALL, invitation()).expect(201);
        require(partner.sandbox(), "MEMBER_ROLE");
        there.post(ALL, invitation()).expect(202);
      }
    }
  }

  @Test
  void an_approval_is_of_its_partner_and_environment(Partner partner, Partner stranger) {
    var id = held(partner.sandbox(), partner);
    for (var api : List.of(stranger.sandbox(), partner.live())) {
      assertThat(api.get(APPROVALS + id)).isRefused(404, "NOT_FOUND");
      assertThat(approve(api, id)).isRefused(404, "NOT_FOUND");
      assertThat(api.post(APPROVALS + id + "/reject", "")).isRefused(404, "NOT_FOUND");
    }
  }

  @Test
  void so_many_wait_and_no_more(Partner partner) {
    var owner = session(partner.sandbox(), partner.idToken());
    require(partner.sandbox(), "MEMBER_ROLE");
    for (int i = 0; i < HoldChange.PENDING_MAX; i++) owner.post(ALL, invitation()).expect(202);
    assertThat(owner.post(ALL, invitation())).isRefused(422, "LIMIT_EXCEEDED");
  }

  private String rows() {
    var sql =
        "SELECT string_agg(encode(coalesce(request, ''), 'escape') || details"
            + " || encode(coalesce(result, ''), 'escape'), ' ') FROM platform.approval";
    return (String) service.ask(Environment.SANDBOX, sql);
  }
}
