package africa.soko.onboarding;

import africa.soko.access.Agreement;
import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Contract;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.ledger.Ledger;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;

/// How a business becomes a partner. It is about the partner, not about an environment: both answer
/// the same.
public final class Onboarding implements Feature {
  private final UpgradeStore upgrades;
  private final OnboardingRoutes routes;
  private final MeRoutes me;
  private final OnboardingOperators operators;

  /// @param platform whose connections look into the schema `platform`
  /// @param live whose books an approval opens
  public Onboarding(
      Pool platform,
      Ledger live,
      PartnerStore partners,
      CredentialStore credentials,
      ApiKeys keys,
      Sealer sealer,
      Ids ids,
      Config config) {
    var members = partners.members();
    var applications = new ApplicationStore(platform);
    upgrades = new UpgradeStore(platform);
    routes = new OnboardingRoutes(members, applications, upgrades, live, sealer, ids);
    me = new MeRoutes(members, credentials, applications);
    var first =
        Agreement.first(
            config.integer(Setting.FEE_BASE_BPS), config.integer(Setting.FEE_MARKUP_BPS));
    operators = new OnboardingOperators(applications, upgrades, live, keys, sealer, ids, first);
  }

  @Override
  public void bind(Contract contract) {
    routes.bind(contract);
    me.bind(contract);
  }

  /// Binds what operators do.
  public void bindOperators(Contract contract) {
    operators.bind(contract);
  }

  /// Erases the texts of keys that nobody will be told any more.
  public Retention keys(InstantSource clock) {
    return new Retention(clock, UpgradeRequest.KEY_KEPT, List.of(upgrades::erase));
  }
}
