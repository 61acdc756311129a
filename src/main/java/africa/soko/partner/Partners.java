package africa.soko.partner;

import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.Ledger;
import africa.soko.subaccount.Checks;
import io.vertx.core.Future;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a partner is told of itself in one environment, and what operators do with its money there.
public final class Partners implements Feature {
  private static final BigDecimal USD_MAX = new BigDecimal("1000000000");

  private final PartnerRoutes routes;
  private final Ledger ledger;
  private final Runnable changed;

  /// @param environment whose books are meant
  record TopUpRequest(BigDecimal amountUsd, Environment environment, @Nullable String note) {
    TopUp into(String partnerId) {
      var amount = Checks.usd("amountUsd", amountUsd, USD_MAX);
      return new TopUp(partnerId, amount, Checks.note(note));
    }
  }

  /// @param changed called when it may have changed which keys count, or what they may
  public Partners(
      Core core,
      PartnerStore partners,
      CredentialStore credentials,
      AccountStore accounts,
      Runnable changed) {
    this.changed = changed;
    routes = new PartnerRoutes(partners, credentials, accounts);
    ledger = core.ledger();
  }

  @Override
  public void bind(Contract contract) {
    routes.bind(contract);
  }

  @Override
  public void bindOperator(Contract.Operators contract) {
    contract.change("topUpWallet", this::topUp);
    contract.change("changePartner", this::change);
  }

  private Future<Answer> topUp(Call call) {
    var command = call.body(TopUpRequest.class).into(call.path("partnerId"));
    return ledger.send(command, call.origin());
  }

  private Future<Answer> change(Call call) {
    var command = call.body(PartnerChange.class).command(call.path("partnerId"));
    return ledger.send(command, call.origin()).onComplete(_ -> changed.run());
  }
}
