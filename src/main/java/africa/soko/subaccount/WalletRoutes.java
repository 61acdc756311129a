package africa.soko.subaccount;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Consent.Stake;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.edge.Page;
import africa.soko.edge.Query;
import africa.soko.ledger.Account;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.TransactionStore.Transaction;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The operations on the wallets of sub-accounts, and the buying power of the master account.
public final class WalletRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int NEWEST = 20;

  /// What a wallet shows: no execution touches one.
  private static final Map<String, Transfer.Type> TYPES =
      Query.named(EnumSet.complementOf(EnumSet.of(Transfer.Type.EXECUTION)));

  private final Ledger ledger;
  private final AccountStore accounts;
  private final SubAccountStore subAccounts;
  private final TransactionStore transactions;
  private final AccountNames names;
  private final Function<String, Optional<BigDecimal>> rates;

  record Wallet(
      String subAccountId, Usd balance, String currency, List<Transaction> transactions) {}

  record Transactions(
      List<Transaction> transactions, int count, boolean hasMore, @Nullable String nextCursor) {}

  /// What whoever consents to a withdrawal is shown.
  record Withdrawal(String userId, Usd amountUsd) {}

  /// An amount that goes in or out, in dollars or in local money.
  record TransferRequest(
      @Nullable BigDecimal amount,
      @Nullable BigDecimal amountUsd,
      @Nullable String currency,
      @Nullable String note) {

    Function<String, Deposit> deposit(
        String partnerId, Function<String, Optional<BigDecimal>> rates) {
      var money = money(rates);
      var text = Checks.note(note);
      return id -> new Deposit(partnerId, id, money, text);
    }

    Function<String, Withdraw> withdrawal(
        String partnerId, Function<String, Optional<BigDecimal>> rates) {
      var money = money(rates);
      var text = Checks.note(note);
      return id -> new Withdraw(partnerId, id, money, text);
    }

    private Money money(Function<String, Optional<BigDecimal>> rates) {
      return Checks.money(amount, amountUsd, currency, rates);
    }
  }

  /// @param rates the managed rates at this moment: local units per USD, by currency
  public WalletRoutes(
      Ledger ledger,
      AccountStore accounts,
      SubAccountStore subAccounts,
      TransactionStore transactions,
      AccountNames names,
      Function<String, Optional<BigDecimal>> rates) {
    this.ledger = ledger;
    this.accounts = accounts;
    this.subAccounts = subAccounts;
    this.transactions = transactions;
    this.names = names;
    this.rates = rates;
  }

  public void bind(Contract contract) {
    contract.change(
        "deposit",
        call ->
            change(
                call, call.body(TransferRequest.class).deposit(call.caller().partnerId(), rates)));
    contract.change(
        "withdraw",
        call ->
            change(
                call,
                call.body(TransferRequest.class).withdrawal(call.caller().partnerId(), rates)),
        this::stake);
    contract.read("getWallet", call -> subAccount(call).compose(id -> wallet(call, id)));
    contract.read("listTransactions", call -> subAccount(call).compose(id -> list(call, id)));
    contract.read(
        "getSubAccountBuyingPower", call -> subAccount(call).compose(id -> power(call, id)));
    contract.read("getMasterBuyingPower", call -> power(call, Account.MASTER));
  }

  /// Of local money, what it is worth now.
  private Stake stake(Call call) {
    var money = call.body(TransferRequest.class).money(rates).usd();
    return new Stake(money.dollars(), new Withdrawal(call.path("userId"), money));
  }

  private Future<Answer> change(Call call, Function<String, ? extends Command> command) {
    return subAccount(call).compose(id -> ledger.send(command.apply(id), call.origin()));
  }

  private Future<Answer> wallet(Call call, String id) {
    var partner = call.caller().partnerId();
    return balances(partner, id)
        .compose(
            balances ->
                transactions
                    .page(partner, id, null, balances.entries() + 1, NEWEST)
                    .map(found -> found.entries().stream().limit(NEWEST).toList())
                    .map(items -> Answer.ok(new Wallet(id, balances.cash(), "USD", items))));
  }

  private Future<Answer> list(Call call, String id) {
    var partner = call.caller().partnerId();
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var type = call.query().one("type", TYPES);
    var before = before(page);
    return balances(partner, id)
        .compose(
            now ->
                transactions.page(
                    partner, id, type, Math.min(before, now.entries() + 1), page.limit()))
        .map(
            found -> {
              var goesOn = found.from() > 1 ? Long.toString(found.from()) : null;
              var slice = page.slice(found.entries(), WalletRoutes::place, goesOn);
              return Answer.ok(
                  new Transactions(
                      slice.items(), slice.count(), slice.hasMore(), slice.nextCursor()));
            });
  }

  private Future<Answer> power(Call call, String id) {
    return subAccounts
        .buyingPower(call.caller().partnerId(), id)
        .map(found -> Answer.ok(found.orElseThrow(() -> AccountGate.notFound().asException())));
  }

  private Future<String> subAccount(Call call) {
    return names.resolve(call.caller(), call.path("userId"));
  }

  private Future<Account.Balances> balances(String partner, String id) {
    return accounts
        .find(partner, id)
        .map(found -> found.orElseThrow(() -> AccountGate.notFound().asException()).balances());
  }

  private static String place(Transaction transaction) {
    return Long.toString(transaction.entry());
  }

  private static long before(Page page) {
    if (page.after() == null) return Long.MAX_VALUE;
    try {
      return Long.parseLong(page.after());
    } catch (NumberFormatException _) {
      throw Input.invalid("cursor", "is not one that this list gave");
    }
  }
}
