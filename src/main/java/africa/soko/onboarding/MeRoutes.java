package africa.soko.onboarding;

import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.MemberStore;
import africa.soko.access.Membership;
import africa.soko.access.Partner;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// How far the holder of an ID token has come (SPEC "Partner account").
final class MeRoutes {
  private final MemberStore members;
  private final CredentialStore credentials;
  private final ApplicationStore applications;

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Me(
      Status status,
      @Nullable String maskedKey,
      @Nullable String businessName,
      @Nullable String email,
      @Nullable Instant applicationSubmittedAt,
      @Nullable String applicationRejectionReason) {

    static Me of(Status status) {
      return new Me(status, null, null, null, null, null);
    }
  }

  /// In small letters, as they are told.
  enum Status {
    active,
    suspended,
    pending,
    rejected,
    not_found
  }

  MeRoutes(MemberStore members, CredentialStore credentials, ApplicationStore applications) {
    this.members = members;
    this.credentials = credentials;
    this.applications = applications;
  }

  void bind(Contract contract) {
    contract.read("getMe", this::me);
  }

  private Future<Answer> me(Call call) {
    return members
        .find(call.identity(), call.now())
        .compose(
            found ->
                found.isPresent()
                    ? partner(found.get(), call.environment())
                    : applicant(call.identity()))
        .map(Answer::ok);
  }

  private Future<Me> partner(Membership member, Environment environment) {
    var partner = member.partner();
    var isActive = member.isActive() && partner.status() == Partner.Status.ACTIVE;
    return credentials
        .list(partner.partnerId(), environment)
        .map(
            keys ->
                new Me(
                    isActive ? Status.active : Status.suspended,
                    keys.stream()
                        .filter(key -> !key.isData() && key.revokedAt() == null)
                        .max(Comparator.comparing(Credential::createdAt))
                        .map(Credential::maskedKey)
                        .orElse(null),
                    partner.businessName(),
                    partner.email(),
                    null,
                    null));
  }

  /// An application is told of to whom its address is known to belong, and to nobody else.
  private Future<Me> applicant(Identity identity) {
    var email = identity.email();
    if (email == null || !identity.isVerified()) {
      return Future.succeededFuture(Me.of(Status.not_found));
    }
    return applications
        .newest(email)
        .map(found -> found.map(MeRoutes::me).orElse(Me.of(Status.not_found)));
  }

  private static Me me(Application application) {
    return switch (application.status()) {
      case PENDING -> me(application, Status.pending);
      case REJECTED -> me(application, Status.rejected);
      // Somebody else with this address became the owner.
      case APPROVED -> Me.of(Status.not_found);
    };
  }

  private static Me me(Application application, Status status) {
    return new Me(
        status,
        null,
        application.businessName(),
        application.email(),
        application.submittedAt(),
        application.rejectionReason());
  }
}
