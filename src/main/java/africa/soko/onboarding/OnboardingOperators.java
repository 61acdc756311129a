package africa.soko.onboarding;

import africa.soko.access.Agreement;
import africa.soko.access.ApiKeys;
import africa.soko.access.KeyKind;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.onboarding.DecideUpgrade.NewKey;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What operators do with applications and upgrade requests: see, approve, reject (DECISIONS 11).
final class OnboardingOperators {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int REASON_MAX = 500;

  private final ApplicationStore applications;
  private final UpgradeStore upgrades;
  private final Ledger live;
  private final ApiKeys keys;
  private final Sealer sealer;
  private final Ids ids;
  private final Agreement first;

  record Applications(
      List<Application> applications, int count, boolean hasMore, @Nullable String nextCursor) {}

  record Upgrades(
      List<UpgradeView> upgradeRequests, int count, boolean hasMore, @Nullable String nextCursor) {}

  record Rejection(String reason) {
    String checked() {
      return Input.name("reason", reason, REASON_MAX);
    }
  }

  /// @param first what a new partner begins with
  OnboardingOperators(
      ApplicationStore applications,
      UpgradeStore upgrades,
      Ledger live,
      ApiKeys keys,
      Sealer sealer,
      Ids ids,
      Agreement first) {
    this.applications = applications;
    this.upgrades = upgrades;
    this.live = live;
    this.keys = keys;
    this.sealer = sealer;
    this.ids = ids;
    this.first = first;
  }

  void bind(Contract contract) {
    contract.read("listApplications", this::listApplications);
    contract.change("approveApplication", this::approveApplication);
    contract.change("rejectApplication", this::rejectApplication);
    contract.read("listUpgradeRequests", this::listUpgrades);
    contract.change("approveUpgradeRequest", this::approveUpgrade);
    contract.change("rejectUpgradeRequest", this::rejectUpgrade);
  }

  private Future<Answer> listApplications(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return applications
        .page(page, status(call))
        .map(
            found -> {
              var slice = page.slice(found, Application::applicationId);
              return Answer.ok(
                  new Applications(
                      slice.items(), slice.count(), slice.hasMore(), slice.nextCursor()));
            });
  }

  private Future<Answer> approveApplication(Call call) {
    return applications
        .approve(call.path("applicationId"), ids.next("ptn_"), first, call.now())
        .map(Answer::ok);
  }

  private Future<Answer> rejectApplication(Call call) {
    var reason = call.body(Rejection.class).checked();
    return applications.reject(call.path("applicationId"), reason, call.now()).map(Answer::ok);
  }

  private Future<Answer> listUpgrades(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return upgrades
        .page(page, status(call))
        .map(
            found -> {
              var slice = page.slice(found, UpgradeRequest::requestId);
              return Answer.ok(
                  new Upgrades(
                      slice.items().stream().map(UpgradeView::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> approveUpgrade(Call call) {
    return decide(call, null);
  }

  private Future<Answer> rejectUpgrade(Call call) {
    return decide(call, call.body(Rejection.class).checked());
  }

  private Future<Answer> decide(Call call, @Nullable String rejection) {
    return upgrades
        .find(call.path("requestId"))
        .compose(
            found -> {
              var request =
                  found.orElseThrow(
                      () -> Refused.of(ErrorCode.NOT_FOUND, "No such request").asException());
              boolean makesKey = rejection == null && request.type() == UpgradeType.LIVE_ACCESS;
              return live.send(
                  new DecideUpgrade(
                      request.partnerId(),
                      request.type(),
                      request.requestId(),
                      rejection,
                      makesKey ? key(request.requestId()) : null),
                  call.origin());
            });
  }

  private NewKey key(String requestId) {
    var text = keys.generate(KeyKind.LIVE);
    return new NewKey(text, sealer.seal(Buffer.buffer(text), requestId));
  }

  private static @Nullable Review status(Call call) {
    return call.query().one("status", words());
  }

  private static Map<String, Review> words() {
    var words = new LinkedHashMap<String, Review>();
    for (var review : Review.values()) words.put(review.name().toLowerCase(Locale.ROOT), review);
    return words;
  }
}
