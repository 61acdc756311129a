package africa.soko.subaccount;

import africa.soko.access.ApiKeys;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.subaccount.SubAccountStore.Listed;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The operations on sub-accounts themselves.
public final class SubAccountRoutes {
  private static final int PAGE_DEFAULT = 100;
  private static final int PAGE_MAX = 500;

  private final Ledger ledger;
  private final SubAccountStore store;
  private final AccountNames names;
  private final ApiKeys keys;

  /// One page of sub-accounts.
  ///
  /// @param totalIsCapped whether there are more than the total says
  record Users(
      List<SubAccountView> users,
      long total,
      boolean totalIsCapped,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  public SubAccountRoutes(Ledger ledger, SubAccountStore store, AccountNames names, ApiKeys keys) {
    this.ledger = ledger;
    this.store = store;
    this.names = names;
    this.keys = keys;
  }

  public void bind(Contract contract) {
    contract.change("createSubAccount", this::create);
    contract.change("autoRegister", this::autoRegister);
    contract.read("listSubAccounts", this::list);
    contract.read("getSubAccount", this::get);
    contract.change(
        "updateSubAccount",
        call ->
            change(call, (partner, id) -> call.body(Requests.Update.class).command(partner, id)));
    contract.change(
        "assertKyc",
        call -> change(call, (partner, id) -> call.body(Requests.Kyc.class).command(partner, id)));
  }

  private Future<Answer> create(Call call) {
    return send(call, call.body(Requests.Create.class).command(call.caller().partnerId()));
  }

  private Future<Answer> autoRegister(Call call) {
    var request = call.body(Requests.Register.class);
    var token = AccountToken.fresh(keys, call.environment(), call.caller().scopes());
    return send(call, request.command(call.caller().partnerId(), token));
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var status = status(call.query().text("status"));
    return store
        .page(call.caller().partnerId(), status, page)
        .map(
            listed -> {
              var slice = page.slice(listed.found(), SubAccountView::subAccountId);
              return Answer.ok(
                  new Users(
                      slice.items(),
                      Math.min(listed.total(), SubAccountStore.TOTAL_MAX),
                      isCapped(listed),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    var partner = call.caller().partnerId();
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> store.find(partner, id))
        .map(found -> Answer.ok(found.orElseThrow(() -> AccountGate.notFound().asException())));
  }

  private Future<Answer> change(Call call, BiFunction<String, String, Command> command) {
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> send(call, command.apply(call.caller().partnerId(), id)));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin());
  }

  private static boolean isCapped(Listed listed) {
    return listed.total() > SubAccountStore.TOTAL_MAX;
  }

  private static @Nullable Status status(@Nullable String text) {
    return switch (text) {
      case null -> null;
      case "active" -> Status.ACTIVE;
      case "frozen" -> Status.FROZEN;
      case "closed" -> Status.CLOSED;
      default -> throw Checks.invalid("status", "must be active, frozen or closed");
    };
  }
}
