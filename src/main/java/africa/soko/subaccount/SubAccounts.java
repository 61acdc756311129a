package africa.soko.subaccount;

import africa.soko.access.ApiKeys;
import africa.soko.edge.Contract;
import africa.soko.feature.Check;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.ledger.AccountStore;
import africa.soko.market.Market;
import africa.soko.platform.config.Setting;
import java.util.List;

/// The sub-accounts of one environment and their wallets, put together.
public final class SubAccounts implements Feature {
  private final Core core;
  private final ApiKeys keys;
  private final Market market;
  private final AccountStore accounts;
  private final SubAccountStore subAccounts;
  private final AccountNames names;
  private final Obstacle obstacle;

  /// @param obstacle what keeps a sub-account from being closed besides its orders and its money
  public SubAccounts(Core core, ApiKeys keys, Market market, Obstacle obstacle) {
    this.core = core;
    this.obstacle = obstacle;
    this.keys = keys;
    this.market = market;
    accounts = new AccountStore(core.pool());
    subAccounts = new SubAccountStore(core.pool(), accounts);
    names = new AccountNames(subAccounts);
  }

  @Override
  public void bind(Contract contract) {
    new SubAccountRoutes(core.ledger(), subAccounts, names, keys).bind(contract);
    new CloseRoutes(core.ledger(), subAccounts, names, obstacle).bind(contract);
    var numbers = new IdentityNumbers(core.config().text(Setting.SERVER_SECRET));
    new KycRoutes(core.ledger(), names, numbers).bind(contract);
    new WalletRoutes(
            core.ledger(),
            accounts,
            subAccounts,
            new TransactionStore(core.pool()),
            names,
            currency -> market.view().snapshot().fx().rate(currency))
        .bind(contract);
  }

  /// How requests name sub-accounts.
  public AccountNames names() {
    return names;
  }

  public AccountStore accounts() {
    return accounts;
  }

  @Override
  public List<Check> checks() {
    return List.of(Check.ofEvent("kyc_asserted", "A KYC result is asserted", "kyc.updated"));
  }
}
