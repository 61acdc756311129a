package africa.soko.model;

import static africa.soko.model.Mismatch.expect;
import static africa.soko.model.Reply.cents;
import static africa.soko.model.Reply.number;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What an account must answer, and what it is afterwards (SPEC "States and transitions", "Error
/// codes"; DECISIONS 2, 5 and 6).
final class Model {
  private static final long FULL_KYC_CENTS = 1_000_000;

  private final Map<String, BigDecimal> rates;
  private final long masterMax;
  private final Trading trading = new Trading();

  /// Of one unit in dollars, as last seen: the only thing that is not known exactly.
  private final Map<String, BigDecimal> prices = new ConcurrentHashMap<>();

  /// @param rates local units per dollar
  /// @param masterMax more cents than the master wallet can ever hold
  Model(Map<String, BigDecimal> rates, long masterMax) {
    this.rates = rates;
    this.masterMax = masterMax;
  }

  /// Changes the account as the operation did.
  ///
  /// @throws Mismatch if the model answers otherwise
  void apply(Account account, Answered answered) {
    var reply = answered.reply();
    switch (answered.op()) {
      case Op.Create create -> create(account, create, reply);
      case Op.AutoRegister register -> register(account, register, reply);
      case Op.Rename(var name) -> {
        account.name = name;
        showsAccount(account, ok(reply, 200));
      }
      case Op.Freeze(var frozen) -> freeze(account, frozen, reply);
      case Op.Kyc kyc -> kyc(account, kyc, reply);
      case Op.Deposit(var amount, var currency) -> deposit(account, amount, currency, reply);
      case Op.Withdraw(var amount, var currency) -> withdraw(account, amount, currency, reply);
      case Op.TestDeposit(var amount) -> testDeposit(account, amount, reply);
      case Op.Quote quote -> quote(account, quote, reply, answered.askedNanos());
      case Op.Place place -> place(account, place, reply, answered.answeredNanos());
      case Op.Cancel(var orderId) -> cancel(account, orderId, reply);
      case Op.TestTrade trade -> testTrade(account, trade, reply);
      case Op.Advance advance -> trading.advance(account, advance, reply);
      case Op.DeskEnded(var orderId) -> trading.desk(account, orderId, ok(reply, 200));
      case Op.Read _ -> showsAccount(account, ok(reply, 200));
      case Op.ReadPower _ -> {
        var power = ok(reply, 200);
        same("buyingPowerUsd", account.cash, cents(power.get("buyingPowerUsd")));
        same("withdrawableUsd", account.withdrawable(), cents(power.get("withdrawableUsd")));
      }
      case Op.ReadPortfolio _ -> showsPortfolio(account, ok(reply, 200));
      case Op.AddWebhook _ -> account.webhooks.add(ok(reply, 201).get("id").asText());
      case Op.RemoveWebhook(var id) -> {
        if (!account.webhooks.remove(id)) refused(reply, 404, "NOT_FOUND");
        else expect(ok(reply, 200).get("deleted").asBoolean(), "not deleted");
      }
      case Op.ReadWebhooks _ -> {
        var listed = new HashSet<String>();
        ok(reply, 200).get("webhooks").forEach(one -> listed.add(one.get("id").asText()));
        same("webhooks", account.webhooks, listed);
      }
    }
  }

  private static void create(Account account, Op.Create create, Reply reply) {
    if (account.id != null) {
      refused(reply, 409, "CONFLICT");
      return;
    }
    var made = ok(reply, 201);
    account.id = made.get("subAccountId").asText();
    account.name = create.name();
    same("externalId", create.externalId(), made.get("externalId").asText());
    showsAccount(account, made);
  }

  private static void register(Account account, Op.AutoRegister register, Reply reply) {
    var made = ok(reply, account.id == null ? 201 : 200);
    var id = made.get("subAccountId").asText();
    if (account.id == null) account.name = register.name();
    else same("subAccountId", account.id, id);
    account.id = id;
    expect(made.get("token").asText().startsWith("svc_oauth_"), "no token");
  }

  private static void freeze(Account account, boolean frozen, Reply reply) {
    if (account.frozen != frozen) {
      account.event("account.frozen", account.id(), frozen);
    }
    account.frozen = frozen;
    showsAccount(account, ok(reply, 200));
  }

  private static void kyc(Account account, Op.Kyc kyc, Reply reply) {
    account.kycStatus = kyc.status();
    account.kycLevel = kyc.level();
    account.event("kyc.updated", account.id(), kyc.status(), kyc.level());
    showsKyc(account, ok(reply, 200));
  }

  private void deposit(Account account, BigDecimal amount, String currency, Reply reply) {
    if (isHalted(account, reply)) return;
    long usd = dollars(amount, currency);
    if (usd > masterMax) {
      refused(reply, 400, "INSUFFICIENT_FUNDS");
      return;
    }
    account.cash += usd;
    account.toMaster -= usd;
    moved(account, "deposit.confirmed", usd, reply);
  }

  private void testDeposit(Account account, BigDecimal amount, Reply reply) {
    if (isHalted(account, reply)) return;
    long usd = dollars(amount, "USD");
    account.cash += usd;
    moved(account, "deposit.confirmed", usd, reply);
  }

  private void withdraw(Account account, BigDecimal amount, String currency, Reply reply) {
    if (isHalted(account, reply)) return;
    long usd = dollars(amount, currency);
    if (usd > account.withdrawable()) {
      refused(reply, 400, "INSUFFICIENT_FUNDS");
      return;
    }
    account.cash -= usd;
    account.toMaster += usd;
    moved(account, "withdraw.confirmed", usd, reply);
  }

  private static void moved(Account account, String event, long usd, Reply reply) {
    var move = ok(reply, 200);
    same("walletBalance", account.cash, cents(move.get("walletBalance")));
    same("amount", usd, cents(move.get("amount")));
    account.event(event, account.id(), usd, account.cash);
  }

  private long dollars(BigDecimal amount, String currency) {
    var rate = currency.equals("USD") ? BigDecimal.ONE : rates.get(currency);
    return amount.movePointRight(2).divide(rate, 0, RoundingMode.HALF_EVEN).longValueExact();
  }

  private void quote(Account account, Op.Quote quote, Reply reply, long askedNanos) {
    var issued = ok(reply, 200);
    var price = number(issued.get("priceUsd"));
    prices.put(quote.symbol(), price);
    var quantity = number(issued.get("quantity"));
    long gross = cents(issued.get("grossCost"));
    long fee = Charges.fee(gross, account.isMaster);
    long base = Charges.base(gross);
    long total = quote.buy() ? gross + fee : gross - fee;
    Charges.isWorth(gross, quantity, price, quote.buy(), quote.cash());
    same("baseFee", base, cents(issued.get("baseFee")));
    same("markupFee", fee - base, cents(issued.get("markupFee")));
    same("totalCost", total, cents(issued.get("totalCost")));
    if (!quote.cash()) {
      expect(quantity.compareTo(quote.size()) == 0, "quantity %s", quantity);
    } else {
      long cash = dollars(quote.size(), "USD");
      long spent = quote.buy() ? total : gross;
      expect(spent <= cash && cash - spent <= 3, "%d of %d cents", spent, cash);
    }
    var covered =
        quote.buy()
            ? account.isMaster || account.cash >= total
            : account.holding(quote.symbol()).available().compareTo(quantity) >= 0;
    same("sufficientFunds", covered, issued.get("sufficientFunds").asBoolean());
    account.quotes.put(
        issued.get("quoteId").asText(),
        new Account.Issued(quote, quantity, total, false, askedNanos));
  }

  private void place(Account account, Op.Place place, Reply reply, long nowNanos) {
    var quote = account.quotes.get(place.quoteId());
    if (quote == null) {
      // Of another account, or of nobody.
      expect(
          reply.code().equals("QUOTE_NOT_FOUND") || reply.code().equals("QUOTE_SCOPE_MISMATCH"),
          "a quote that this account has not");
      return;
    }
    if (quote.used()) {
      refused(reply, 409, "STALE_QUOTE");
      return;
    }
    if (reply.code().equals("STALE_QUOTE") && Charges.mayHaveExpired(quote, nowNanos)) return;
    if (!quote.asked().equals(place.quote())) {
      refused(reply, 409, "QUOTE_ORDER_MISMATCH");
      return;
    }
    if (isIneligible(account, reply)) return;
    if (needsFull(account) && quote.totalCost() > FULL_KYC_CENTS) {
      refused(reply, 403, "KYC_REQUIRED");
      return;
    }
    var asked = quote.asked();
    if (asked.buy() && !account.isMaster && account.cash < quote.totalCost()) {
      refused(reply, 400, "INSUFFICIENT_FUNDS");
      return;
    }
    if (lacksUnits(account, asked.symbol(), asked.buy(), quote.quantity(), reply)) return;
    var view = ok(reply, 202);
    account.quotes.put(place.quoteId(), quote.spent());
    same("totalCost", quote.totalCost(), cents(view.get("totalCost")));
    trading.accept(
        account,
        new Order(
            view.get("orderId").asText(),
            asked.symbol(),
            asked.buy(),
            false,
            quote.quantity(),
            asked.buy() ? quote.totalCost() : 0));
    same("status", "PENDING", view.get("status").asText());
  }

  private void testTrade(Account account, Op.TestTrade trade, Reply reply) {
    if (isIneligible(account, reply)) return;
    var price = prices.get(trade.symbol());
    long gross = Charges.gross(trade.quantity(), price, trade.buy());
    long total = Charges.total(gross, false, trade.buy());
    if (reply.code().equals("KYC_REQUIRED")) {
      expect(needsFull(account) && mayExceed(total, FULL_KYC_CENTS), "level suffices");
      return;
    }
    expect(!needsFull(account) || !mustExceed(total, FULL_KYC_CENTS), "level FULL is needed");
    if (reply.code().equals("INSUFFICIENT_FUNDS")) {
      expect(trade.buy() && mayExceed(total, account.cash), "%d cents are there", account.cash);
      return;
    }
    expect(!trade.buy() || !mustExceed(total, account.cash), "only %d cents", account.cash);
    if (lacksUnits(account, trade.symbol(), trade.buy(), trade.quantity(), reply)) return;
    trading.test(account, trade, ok(reply, 202));
  }

  private void cancel(Account account, String orderId, Reply reply) {
    var order = account.orders.get(orderId);
    if (order == null) {
      refused(reply, 404, "NOT_FOUND");
    } else if (!order.isOpen()) {
      refused(reply, 422, "ORDER_NOT_CANCELLABLE");
    } else {
      trading.cancel(account, order, ok(reply, 200));
    }
  }

  /// Money of a frozen account stays where it is.
  private static boolean isHalted(Account account, Reply reply) {
    if (account.frozen) refused(reply, 403, "FORBIDDEN");
    return account.frozen;
  }

  private static boolean isIneligible(Account account, Reply reply) {
    if (isHalted(account, reply)) return true;
    if (!account.isVerified()) refused(reply, 403, "KYC_REQUIRED");
    return !account.isVerified();
  }

  private static boolean needsFull(Account account) {
    return !account.isMaster && !"FULL".equals(account.kycLevel);
  }

  private static boolean lacksUnits(
      Account account, String symbol, boolean buy, BigDecimal quantity, Reply reply) {
    var lacks = !buy && account.holding(symbol).available().compareTo(quantity) < 0;
    if (lacks) refused(reply, 422, "INSUFFICIENT_UNITS");
    return lacks;
  }

  /// The price may have moved since it was seen, though not by a fifth.
  private static boolean mayExceed(long total, long limit) {
    return total > limit / 6 * 5;
  }

  private static boolean mustExceed(long total, long limit) {
    return total > limit / 4 * 5;
  }

  private static void showsAccount(Account account, JsonNode view) {
    same("subAccountId", account.id, view.get("subAccountId").asText());
    same("walletBalance", account.cash, cents(view.get("walletBalance")));
    same("displayName", account.name, view.get("displayName").asText());
    same("status", account.frozen ? "frozen" : "active", view.get("status").asText());
    showsKyc(account, view);
  }

  private static void showsKyc(Account account, JsonNode view) {
    same("kycStatus", account.kycStatus, view.get("kycStatus").asText());
    same("kycLevel", account.kycLevel, view.get("kycLevel").textValue());
  }

  private static void showsPortfolio(Account account, JsonNode view) {
    int held = 0;
    for (var position : view.get("holdings")) {
      var holding = account.holding(position.get("symbol").asText());
      expect(
          holding.quantity.compareTo(number(position.get("quantity"))) == 0
              && holding.reserved.compareTo(number(position.get("reservedQuantity"))) == 0,
          "%s units and %s reserved in the model, not %s",
          holding.quantity,
          holding.reserved,
          position);
      held++;
    }
    same(
        "holdings",
        account.holdings.values().stream().filter(h -> h.quantity.signum() > 0).count(),
        (long) held);
    if (!account.isMaster) same("cash", account.cash, cents(view.at("/summary/cashUsd")));
  }

  static JsonNode ok(Reply reply, int status) {
    expect(reply.status() == status, "%d expected", status);
    return reply.json();
  }

  static void refused(Reply reply, int status, String code) {
    expect(reply.status() == status && reply.code().equals(code), "%d %s expected", status, code);
  }

  static void same(String field, @Nullable Object expected, @Nullable Object found) {
    expect(Objects.equals(expected, found), "%s is %s in the model", field, expected);
  }
}
