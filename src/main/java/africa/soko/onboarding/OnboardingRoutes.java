package africa.soko.onboarding;

import africa.soko.access.MemberStore;
import africa.soko.access.Membership;
import africa.soko.access.Partner;
import africa.soko.access.Tier;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody asks for before he is a partner, and a partner on its way to live (SPEC
/// "Onboarding and account").
final class OnboardingRoutes {
  private static final int ACCEPTED = 202;
  private static final int TEXT_MAX = 2_000;
  private static final int WORD_MAX = 200;
  private static final String RECEIVED =
      "Thank you. We have received the application and will write to this address.";
  private static final Map<String, Tier> TIERS =
      Map.of("growth", Tier.GROWTH, "enterprise", Tier.ENTERPRISE);

  /// What whoever asks for a key may do.
  private static final String KEYS = "keys:write";

  private final MemberStore members;
  private final ApplicationStore applications;
  private final UpgradeStore upgrades;
  private final Ledger live;
  private final Sealer sealer;
  private final Ids ids;

  record Received(String message) {}

  record Apply(
      String businessName,
      String email,
      String useCase,
      @Nullable String website,
      @Nullable String technicalContactEmail,
      boolean termsAccepted,
      String consentVersion) {

    Application from(String id, String source, Instant now) {
      if (!termsAccepted) throw Input.invalid("termsAccepted", "must be true");
      var contact = technicalContactEmail;
      if (contact != null) Input.email(contact);
      return new Application(
          id,
          Input.name("businessName", businessName, Input.NAME_CHARS_MAX),
          address(email),
          Input.name("useCase", useCase, TEXT_MAX),
          website(website),
          contact,
          Input.name("consentVersion", consentVersion, WORD_MAX),
          source,
          Review.PENDING,
          null,
          now,
          null,
          null);
    }

    private static String address(String email) {
      Input.email(email);
      return email;
    }

    private static @Nullable String website(@Nullable String website) {
      if (website == null) return null;
      Input.text("website", website, 1, WORD_MAX);
      try {
        var uri = URI.create(website);
        if (("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
            && uri.getHost() != null) {
          return website;
        }
      } catch (IllegalArgumentException _) {
        // Refused as any other that is none.
      }
      throw Input.invalid("website", "must be an http or https address");
    }
  }

  record Upgrade(@Nullable String targetTier, @Nullable String message) {
    RequestUpgrade of(String partnerId) {
      return new RequestUpgrade(
          partnerId,
          targetTier == null ? null : Input.oneOf("targetTier", targetTier, TIERS),
          Input.maybeText("message", message, 1, TEXT_MAX));
    }
  }

  /// @param live whose books an approval opens
  OnboardingRoutes(
      MemberStore members,
      ApplicationStore applications,
      UpgradeStore upgrades,
      Ledger live,
      Sealer sealer,
      Ids ids) {
    this.members = members;
    this.applications = applications;
    this.upgrades = upgrades;
    this.live = live;
    this.sealer = sealer;
    this.ids = ids;
  }

  void bind(Contract contract) {
    contract.change("apply", this::apply);
    contract.read("getUpgradeRequest", this::last);
    contract.change("requestUpgrade", this::request);
  }

  /// Whoever applies gets the same words after the same work, whether or not the address is known.
  private Future<Answer> apply(Call call) {
    var application =
        call.body(Apply.class).from(ids.next("app_"), call.asked().source(), call.now());
    return applications.add(application).map(_ -> Answer.of(ACCEPTED, new Received(RECEIVED)));
  }

  private Future<Answer> request(Call call) {
    var asked = call.body(Upgrade.class);
    asked.of("");
    return partner(call)
        .compose(partner -> live.send(asked.of(partner.partnerId()), call.origin()));
  }

  private Future<Answer> last(Call call) {
    var types = new LinkedHashMap<String, UpgradeType>();
    for (var type : UpgradeType.values()) types.put(type.word(), type);
    var type = call.query().one("type", types);
    return members
        .find(call.identity(), call.now())
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(UpgradeView.NONE)
                    : last(found.get(), type, call.now()))
        .map(Answer::ok);
  }

  /// The text of a key is told to who may have one.
  private Future<UpgradeView> last(Membership member, @Nullable UpgradeType type, Instant now) {
    return upgrades
        .last(member.partner().partnerId(), type)
        .map(
            found ->
                found
                    .map(
                        last ->
                            member.allows(KEYS) ? view(last, now) : UpgradeView.of(last.request()))
                    .orElse(UpgradeView.NONE));
  }

  private UpgradeView view(UpgradeStore.Last last, Instant now) {
    var request = last.request();
    var decided = request.decidedAt();
    var sealed = last.isUsed() ? null : request.sealedKey();
    if (sealed == null || decided == null || !now.isBefore(decided.plus(UpgradeRequest.KEY_KEPT))) {
      return UpgradeView.of(request);
    }
    var key = sealer.open(sealed, request.requestId()).toString(StandardCharsets.UTF_8);
    return UpgradeView.of(request, key);
  }

  private Future<Partner> partner(Call call) {
    return members
        .find(call.identity(), call.now())
        .compose(
            found -> {
              if (found.isEmpty()) {
                return refuse(
                    Refused.of(ErrorCode.FORBIDDEN, "The ID token belongs to no partner"));
              }
              var member = found.get();
              if (member.partner().status() == Partner.Status.SUSPENDED) {
                return refuse(KeyRefusals.suspended());
              }
              return member.allows(KEYS)
                  ? Future.succeededFuture(member.partner())
                  : refuse(KeyRefusals.lacks(KEYS));
            });
  }

  private static <T> Future<T> refuse(Refused refused) {
    return Future.failedFuture(refused.asException());
  }
}
