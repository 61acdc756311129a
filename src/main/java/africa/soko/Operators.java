package africa.soko;

import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.Routes;
import africa.soko.ledger.VerificationRoutes;
import africa.soko.ledger.VerificationStore;
import africa.soko.onboarding.Onboarding;
import africa.soko.oversight.Oversight;
import africa.soko.partner.OperatorRoutes;
import africa.soko.status.ServiceStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// What operators may ask for, from all features.
record Operators(
    Map<Environment, Deployment> deployments,
    PartnerStore partners,
    CredentialStore credentials,
    MarketParts market,
    Onboarding onboarding,
    ServiceStatus status,
    Oversight oversight,
    Relations relations) {

  /// @throws IllegalStateException if it is not what the contract says
  Routes bind(Contract.Bindings bindings) {
    deployments.forEach((environment, one) -> one.bindOperator(bindings.forOperators(environment)));
    var contract = bindings.forOperators();
    new OperatorRoutes(partners, credentials).bind(contract);
    new VerificationRoutes(books()).bind(contract);
    market.operators().bind(contract);
    market.heldPrices().bind(contract);
    onboarding.bindOperators(contract);
    status.bindOperators(contract);
    var sandbox = Objects.requireNonNull(deployments.get(Environment.SANDBOX));
    relations.bindOperators(contract, sandbox.core(), sandbox.features());
    oversight.bindOperator(contract);
    return bindings.complete(oversight.journal());
  }

  private Map<Environment, VerificationStore> books() {
    var books = new EnumMap<Environment, VerificationStore>(Environment.class);
    deployments.forEach(
        (environment, one) ->
            books.put(environment, new VerificationStore(one.core().pool(), Proofs.ALL)));
    return books;
  }
}
