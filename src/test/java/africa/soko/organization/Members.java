package africa.soko.organization;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// People who join an organisation.
final class Members {
  static final String ALL = "/organization/members";

  private Members() {}

  static String address() {
    return UUID.randomUUID() + "@Karibu.example";
  }

  static String invited(Api by, String email, String role) {
    return by.post(ALL, Map.of("email", email, "role", role)).expect(201).text("/memberId");
  }

  /// The session of a new member in the sandbox.
  static Session joined(Service service, Partner partner, String role) {
    var email = address();
    var id = invited(partner.sandbox(), email, role);
    return new Session(id, email, session(partner.sandbox(), service.idToken(email)));
  }

  static Api session(Api base, String idToken) {
    return base.as(base.as(idToken).post("/session", "").expect(200).text("/accessToken"));
  }

  /// An invitation by the owner's session that waits for somebody else.
  static String held(Api api, Partner partner) {
    require(api, "MEMBER_ROLE");
    return session(api, partner.idToken())
        .post(ALL, Map.of("email", address(), "role", "viewer"))
        .expect(202)
        .text("/approvalId");
  }

  static void require(Api api, String... kinds) {
    api.request("PUT", "/organization/policy")
        .body(Map.of("approvalRequiredFor", List.of(kinds)))
        .send()
        .expect(200);
  }

  /// The same member at another node, or in another environment.
  record Session(String memberId, String email, Api api) {
    String path() {
      return ALL + "/" + memberId;
    }
  }
}
