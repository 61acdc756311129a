package africa.soko.subaccount;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.subaccount.SubAccount.Identity;
import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What operators do with sub-accounts: override a KYC result, freeze and lift a freeze (DECISIONS
/// 11).
final class ComplianceRoutes {
  private static final int REASON_MAX = 200;

  private final Ledger ledger;
  private final SubAccountStore store;

  record KycOverride(
      Environment environment,
      KycStatus status,
      @Nullable KycLevel level,
      @Nullable String reference) {

    AssertKyc into(String partnerId, String subAccountId) {
      if (status == KycStatus.VERIFIED && level == null) {
        throw Refused.of(ErrorCode.MISSING_PARAM, "level is required with VERIFIED")
            .with("param", "level")
            .asException();
      }
      var text = Input.maybeText("reference", reference, 1, Checks.REFERENCE_CHARS_MAX);
      return new AssertKyc(
          partnerId, subAccountId, status, level, new Identity(text, null, null, null), true);
    }
  }

  record Freeze(Environment environment, String reason) {}

  record Lift(Environment environment) {}

  ComplianceRoutes(Ledger ledger, SubAccountStore store) {
    this.ledger = ledger;
    this.store = store;
  }

  void bind(Contract.Operators contract) {
    contract.change("overrideKyc", this::override);
    contract.change("freezeSubAccount", this::freeze);
    contract.change("unfreezeSubAccount", this::lift);
  }

  private Future<Answer> override(Call call) {
    var asked = call.body(KycOverride.class);
    return send(call, partnerId -> asked.into(partnerId, id(call)));
  }

  private Future<Answer> freeze(Call call) {
    var reason = Input.name("reason", call.body(Freeze.class).reason, REASON_MAX);
    return send(call, partnerId -> new ComplianceFreeze(partnerId, id(call), true, reason));
  }

  private Future<Answer> lift(Call call) {
    call.body(Lift.class);
    return send(call, partnerId -> new ComplianceFreeze(partnerId, id(call), false, null));
  }

  private static String id(Call call) {
    return call.path("subAccountId");
  }

  private Future<Answer> send(Call call, Function<String, Command> command) {
    return store
        .partnerOf(id(call))
        .compose(
            partnerId ->
                ledger.send(
                    command.apply(
                        partnerId.orElseThrow(() -> AccountGate.notFound().asException())),
                    call.origin()));
  }
}
