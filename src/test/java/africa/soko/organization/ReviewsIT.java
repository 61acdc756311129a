package africa.soko.organization;

import static africa.soko.organization.Members.ALL;
import static africa.soko.organization.Members.joined;
import static africa.soko.organization.Members.require;
import static africa.soko.organization.Members.session;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Reviews of who the members are, over HTTP.
@SokoTest
class ReviewsIT {
  private static final String REVIEWS = "/organization/reviews";

  private final Service service;

  ReviewsIT(Service service) {
    this.service = service;
  }

  private static String opened(Api api) {
    return REVIEWS + "/" + api.post(REVIEWS, "").expect(201).text("/reviewId");
  }

  private static Reply decide(Api api, String path, Object... decisions) {
    return api.patch(path, Map.of("decisions", List.of(decisions)));
  }

  private static Map<String, String> keep(String memberId) {
    return Map.of("memberId", memberId, "decision", "KEEP");
  }

  private static Map<String, String> remove(String memberId) {
    return Map.of("memberId", memberId, "decision", "REMOVE");
  }

  private static Map<String, String> change(String memberId, String role) {
    return Map.of("memberId", memberId, "decision", "CHANGE", "role", role);
  }

  @Test
  void a_review_is_done_when_each_member_was_decided_on(Partner partner) {
    var api = partner.sandbox();
    var owner = api.get(ALL).text("/members/0/memberId");
    var first = joined(service, partner, "trader");
    var second = joined(service, partner, "viewer");
    var path = opened(api);
    joined(service, partner, "viewer");
    var found = api.get(path).expect(200);
    assertThat(found.texts("/members", "memberId"))
        .containsExactlyInAnyOrder(owner, first.memberId(), second.memberId());
    assertThat(found).has("/status", "OPEN");
    assertThat(api.post(REVIEWS, "")).isRefused(409, "CONFLICT");

    decide(api, path, keep(owner)).expect(200);
    decide(api, path, keep(owner)).expect(200);
    assertThat(decide(api, path, remove(owner))).isRefused(409, "CONFLICT");
    var done = decide(api, path, remove(first.memberId()), change(second.memberId(), "developer"));
    assertThat(done.expect(200)).has("/status", "DONE");
    assertThat(done.at("/doneAt").isNull()).isFalse();
    assertThat(first.api().get("/account")).isRefused(403, "AUTH_REVOKED");
    assertThat(api.get(second.path())).has("/role", "developer");
    assertThat(api.get(first.path())).isRefused(404, "NOT_FOUND");
    assertThat(partner.live().get(path).json()).isEqualTo(done.json());
    opened(api);
    var pages = api.get(REVIEWS + "?limit=1").expect(200);
    assertThat(pages).has("/reviews/0/status", "OPEN");
    var rest = api.get(REVIEWS + "?limit=1&cursor=" + pages.text("/nextCursor")).expect(200);
    assertThat(rest).has("/reviews/0/status", "DONE");
  }

  @Test
  void all_of_what_is_decided_holds_or_nothing(Partner partner) {
    var api = partner.sandbox();
    var owner = api.get(ALL).text("/members/0/memberId");
    var member = joined(service, partner, "trader");
    var path = opened(api);
    assertThat(decide(api, path, remove(member.memberId()), remove(owner)))
        .isRefused(409, "CONFLICT");
    assertThat(decide(api, path, remove(member.memberId()), keep("mem_none")))
        .isRefused(404, "NOT_FOUND");
    member.api().get("/account").expect(200);
    assertThat(api.get(path).texts("/members", "decision")).allMatch(text -> !text.equals("KEEP"));
    var admin = joined(service, partner, "admin");
    assertThat(decide(admin.api(), path, change(owner, "viewer"))).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_role_that_is_changed_waits_where_the_policy_says_so(Partner partner) {
    var api = partner.sandbox();
    var trader = joined(service, partner, "trader");
    var viewer = joined(service, partner, "viewer");
    var admin = joined(service, partner, "admin");
    require(api, "MEMBER_ROLE");
    var path = opened(admin.api());
    decide(admin.api(), path, remove(viewer.memberId())).expect(200);
    var held = decide(admin.api(), path, change(trader.memberId(), "viewer")).expect(202);
    assertThat(api.get(trader.path())).has("/role", "trader");
    var owner = session(api, partner.idToken());
    var at = "/organization/approvals/" + held.text("/approvalId") + "/approve";
    assertThat(owner.post(at, "").expect(200)).has("/status", "EXECUTED");
    assertThat(api.get(trader.path())).has("/role", "viewer");
  }

  @Test
  void what_is_wrong_is_told(Partner partner, Partner other) {
    var api = partner.sandbox();
    var owner = api.get(ALL).text("/members/0/memberId");
    var path = opened(api);
    assertThat(decide(api, path)).isRefused(400, "VALIDATION_ERROR");
    for (var wrong :
        Stream.of(
                Map.of("memberId", owner, "decision", "CHANGE"),
                Map.of("memberId", owner, "decision", "KEEP", "role", "viewer"),
                Map.of("memberId", owner, "decision", "PERHAPS"))
            .toList()) {
      assertThat(decide(api, path, wrong)).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(other.sandbox().get(path)).isRefused(404, "NOT_FOUND");
    assertThat(decide(other.sandbox(), path, keep(owner))).isRefused(404, "NOT_FOUND");
  }
}
