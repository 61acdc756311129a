package africa.soko.sandbox;

import africa.soko.audit.AuditEntry;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.ledger.Ledger;
import africa.soko.platform.id.Ids;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.subaccount.Checks;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The operations that only the sandbox has, besides those on test orders.
public final class SandboxRoutes {
  private static final int CREATED = 201;
  private static final BigDecimal DEPOSIT_MAX = new BigDecimal("1000000");

  private final Registration registration;
  private final ResetStore books;
  private final Ledger ledger;
  private final AccountNames names;
  private final InstantSource clock;
  private final Usd seed;
  private final Function<String, Future<Void>> forget;

  record Reset(Usd walletBalance, Instant resetAt) {}

  record DepositRequest(String subAccountId, BigDecimal amount, @Nullable String note) {
    /// Before the account is looked up, so that a body that is wrong is told of first.
    Function<String, TestDeposit> into(String partnerId) {
      var usd = Checks.usd("amount", amount, DEPOSIT_MAX);
      var text = Checks.note(note);
      return accountId -> new TestDeposit(partnerId, accountId, usd, text);
    }
  }

  /// @param pool, ledger, names of the sandbox
  /// @param seed what a master wallet holds after a reset
  /// @param forget drops what else is remembered of a partner, by its id; a failure is not told
  public SandboxRoutes(
      Registration registration,
      Pool pool,
      Ledger ledger,
      AccountNames names,
      Ids ids,
      InstantSource clock,
      Usd seed,
      Function<String, Future<Void>> forget) {
    this.registration = registration;
    this.books = new ResetStore(pool, ids, clock);
    this.ledger = ledger;
    this.names = names;
    this.clock = clock;
    this.seed = seed;
    this.forget = forget;
  }

  public void bind(Contract contract) {
    contract.change("registerSandbox", this::register);
    contract.change("resetSandbox", this::reset);
    contract.change("testDeposit", this::deposit);
  }

  private Future<Answer> register(Call call) {
    return registration
        .register(call.identity(), call.origin())
        .map(registered -> Answer.of(CREATED, registered));
  }

  private Future<Answer> reset(Call call) {
    var partnerId = call.caller().partnerId();
    var entry = AuditEntry.of(partnerId, call.principal(), call.asked(), call.name(), 200);
    // Before as well: should it fail afterwards, little is left that could be told of.
    return forgotten(partnerId)
        .compose(_ -> books.reset(partnerId, seed, entry))
        .compose(_ -> forgotten(partnerId))
        .map(_ -> Answer.ok(new Reset(seed, clock.instant())));
  }

  private Future<Void> forgotten(String partnerId) {
    return forget.apply(partnerId).otherwiseEmpty();
  }

  private Future<Answer> deposit(Call call) {
    var request = call.body(DepositRequest.class);
    var deposit = request.into(call.caller().partnerId());
    return names
        .resolve(call.caller(), request.subAccountId())
        .compose(id -> ledger.send(deposit.apply(id), call.origin()));
  }
}
