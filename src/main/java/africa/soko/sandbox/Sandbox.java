package africa.soko.sandbox;

import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.platform.config.Setting;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Trading;
import io.vertx.core.Future;
import java.util.function.Function;

/// What only the sandbox has, put together.
public final class Sandbox implements Feature {
  private final Core core;
  private final Trading trading;
  private final AccountNames names;
  private final Registration registration;
  private final Function<String, Future<Void>> forget;

  /// @param forget drops what else is remembered of a partner, by its id; a failure is not told
  public Sandbox(
      Core core,
      Trading trading,
      AccountNames names,
      Registration registration,
      Function<String, Future<Void>> forget) {
    this.core = core;
    this.trading = trading;
    this.names = names;
    this.registration = registration;
    this.forget = forget;
  }

  @Override
  public void bind(Contract contract) {
    new SandboxRoutes(
            registration,
            core.pool(),
            core.ledger(),
            names,
            core.ids(),
            core.clock(),
            Usd.of(core.config().text(Setting.SANDBOX_SEED_USD)),
            forget)
        .bind(contract);
    new TestOrderRoutes(trading.dealing(), trading.orders(), trading.fullKycFrom()).bind(contract);
  }
}
