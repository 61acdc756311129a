package africa.soko.partner;

import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Contract;
import africa.soko.feature.Feature;
import africa.soko.ledger.AccountStore;

/// What a partner is told of itself in one environment, put together.
public final class Partners implements Feature {
  private final PartnerRoutes routes;

  public Partners(PartnerStore partners, CredentialStore credentials, AccountStore accounts) {
    routes = new PartnerRoutes(partners, credentials, accounts);
  }

  @Override
  public void bind(Contract contract) {
    routes.bind(contract);
  }
}
