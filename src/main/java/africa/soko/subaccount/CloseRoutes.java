package africa.soko.subaccount;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Closing of sub-accounts.
final class CloseRoutes {
  private static final int REASON_CHARS_MAX = 500;
  private static final Map<String, Boolean> HANDLINGS = Map.of("transfer_to_partner", true);

  private final Ledger ledger;
  private final SubAccountStore store;
  private final AccountNames names;
  private final Obstacle obstacle;

  /// What a close may be told, in the body or in the query (DECISIONS 5).
  record CloseRequest(@Nullable String residualCashHandling, @Nullable String reason) {

    boolean transfersCash(Call call) {
      var handling = either(call, "residualCashHandling", residualCashHandling);
      return handling != null && Input.oneOf("residualCashHandling", handling, HANDLINGS);
    }

    @Nullable String reason(Call call) {
      return Input.maybeText("reason", either(call, "reason", reason), 1, REASON_CHARS_MAX);
    }

    private static @Nullable String either(Call call, String field, @Nullable String inBody) {
      var inQuery = call.query().text(field);
      if (inQuery == null || inBody == null) return inBody == null ? inQuery : inBody;
      if (Objects.equals(inQuery, inBody)) return inBody;
      throw Input.invalid(field, "is one thing in the query and another in the body");
    }
  }

  CloseRoutes(Ledger ledger, SubAccountStore store, AccountNames names, Obstacle obstacle) {
    this.ledger = ledger;
    this.store = store;
    this.names = names;
    this.obstacle = obstacle;
  }

  void bind(Contract contract) {
    contract.change("closeSubAccount", this::close);
  }

  /// The rows to lock follow from its names, which never change, so they are read first.
  private Future<Answer> close(Call call) {
    var request = call.body(CloseRequest.class);
    var transfersCash = request.transfersCash(call);
    var reason = request.reason(call);
    var partner = call.caller().partnerId();
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> store.find(partner, id))
        .map(found -> found.orElseThrow(() -> AccountGate.notFound().asException()))
        .compose(
            user ->
                ledger.send(
                    new CloseSubAccount(
                        partner, user.subAccountId(), user.uid(), transfersCash, reason, obstacle),
                    call.origin()));
  }
}
