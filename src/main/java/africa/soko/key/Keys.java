package africa.soko.key;

import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.platform.config.Setting;
import africa.soko.security.PolicyCheck;

/// The keys of one environment, put together.
public final class Keys implements Feature {
  private final KeyRoutes routes;
  private final TokenRoutes tokens;
  private final KeyOperators operators;

  /// @param changed called when it may have changed which keys count, so that this node looks anew
  public Keys(
      Core core,
      PartnerStore partners,
      CredentialStore credentials,
      ApiKeys keys,
      PolicyCheck policy,
      Runnable changed) {
    var members = partners.members();
    var grace = core.config().seconds(Setting.KEYS_GRACE_SECONDS);
    routes = new KeyRoutes(core.ledger(), members, credentials, keys, grace, changed);
    operators = new KeyOperators(core.ledger(), keys, core.environment(), changed);
    var lives =
        new TokenRoutes.Lives(
            core.config().seconds(Setting.OAUTH_TOKEN_SECONDS),
            core.config().seconds(Setting.SESSION_SECONDS));
    tokens = new TokenRoutes(core.ledger(), members, credentials, keys, policy, lives);
  }

  @Override
  public void bind(Contract contract) {
    routes.bind(contract);
    tokens.bind(contract);
  }

  @Override
  public void bindOperator(Contract.Operators contract) {
    operators.bind(contract);
  }
}
