package africa.soko.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Chooses what is asked next: mostly what should be granted, sometimes what must be refused.
final class Plan {
  static final List<String> SYMBOLS = List.of("SCOM.KE", "KPLC.KE", "ZENITHBANK.NG", "MTN.ZA");
  private static final List<String> CURRENCIES = List.of("KES", "NGN", "ZAR");
  private static final List<String> OUTCOMES =
      List.of("PENDING", "FILL", "PARTIAL_FILL", "REJECT", "CANCEL", "FAIL_SETTLEMENT");
  private static final List<String> LAPSED = List.of("PENDING", "IN_REVIEW", "REJECTED", "EXPIRED");
  private static final int WEBHOOKS_MAX = 10;

  /// What the sandbox fills and rejects without being told to.
  private static final List<BigDecimal> CHEATS =
      List.of(BigDecimal.valueOf(100), BigDecimal.valueOf(999));

  private final RandomGenerator random;
  private final String series;
  private int made;

  /// @param series begins every name that it makes up
  Plan(RandomGenerator random, String series) {
    this.random = random;
    this.series = series;
  }

  /// One, two or three things that are asked of the account at once.
  List<Op> burst(Account account) {
    var ops = new ArrayList<Op>();
    do {
      var op = next(account);
      // Of three freezes and thaws at once nobody can tell how many changed anything.
      ops.add(op instanceof Op.Freeze && freezes(ops) == 2 ? new Op.Read() : op);
    } while (ops.size() < 3 && random.nextInt(2) == 0);
    return ops;
  }

  private static long freezes(List<Op> ops) {
    return ops.stream().filter(Op.Freeze.class::isInstance).count();
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private Op next(Account account) {
    if (account.isMaster) return ofPartner(account);
    if (!account.isVerified() && chance(50)) return verified();
    if (account.frozen && chance(40)) return new Op.Freeze(false);
    if (account.cash == 0 && chance(60)) return new Op.TestDeposit(dollars(1, 2_000));
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> deposit();
      case 4 -> new Op.TestDeposit(dollars(1, 20_000));
      case 5, 6, 7 -> withdrawal(account);
      case 8 -> chance(80) ? verified() : new Op.Kyc(one(LAPSED), null);
      case 9 -> chance(30) ? new Op.Freeze(true) : new Op.Rename(name());
      case 10, 11 -> quote(account);
      case 12, 13 -> place(account);
      case 14 -> cancel(account);
      case 15, 16 -> testTrade(account);
      case 17 -> advance(account);
      case 18 -> chance(50) ? new Op.ReadPower() : new Op.ReadPortfolio();
      default -> new Op.Read();
    };
  }

  private Op ofPartner(Account account) {
    return switch (random.nextInt(8)) {
      case 0 -> new Op.ReadPortfolio();
      case 1 -> new Op.ReadWebhooks();
      case 2 ->
          account.webhooks.size() < WEBHOOKS_MAX
              ? new Op.AddWebhook("https://hooks.example.com/" + name())
              : new Op.ReadWebhooks();
      case 3 -> new Op.RemoveWebhook(oneOr(account.webhooks, "whk_none"));
      case 4 -> quote(account);
      case 5 -> cancel(account);
      default -> place(account);
    };
  }

  private Op verified() {
    return new Op.Kyc("VERIFIED", chance(50) ? "FULL" : "BASIC");
  }

  private Op deposit() {
    if (chance(2)) return new Op.Deposit(new BigDecimal("999999999.99"), "USD");
    if (chance(20)) return new Op.Deposit(dollars(5_000, 90_000), one(CURRENCIES));
    return new Op.Deposit(dollars(1, 300), "USD");
  }

  private Op withdrawal(Account account) {
    if (chance(10)) return new Op.Withdraw(dollars(5_000, 50_000), one(CURRENCIES));
    if (chance(10)) return new Op.Withdraw(cents(account.withdrawable() + 1), "USD");
    long most = Math.max(1, account.withdrawable());
    return new Op.Withdraw(cents(1 + random.nextLong(most)), "USD");
  }

  private Op.Quote quote(Account account) {
    var symbol = one(SYMBOLS);
    var buy = chance(55);
    if (chance(25)) return new Op.Quote(symbol, buy, dollars(5, 200), true);
    return new Op.Quote(symbol, buy, buy ? units(60) : sold(account, symbol), false);
  }

  /// With a quote that the account has, has spent, or never had.
  private Op place(Account account) {
    if (account.quotes.isEmpty() || chance(3)) {
      return new Op.Place("quo_none", quote(account));
    }
    var id = oneOr(account.quotes.keySet(), "");
    var asked = account.quotes.get(id).asked();
    return new Op.Place(id, chance(4) ? quote(account) : asked);
  }

  private Op cancel(Account account) {
    return new Op.Cancel(oneOr(account.orders.keySet(), "ord_none"));
  }

  private Op testTrade(Account account) {
    var symbol = one(SYMBOLS);
    if (chance(10)) return new Op.TestTrade(symbol, true, CHEATS.get(random.nextInt(2)), null);
    if (chance(5)) return new Op.TestTrade(symbol, true, BigDecimal.valueOf(150_000), "FILL");
    var buy = chance(55);
    return new Op.TestTrade(symbol, buy, buy ? units(200) : sold(account, symbol), one(OUTCOMES));
  }

  private Op advance(Account account) {
    var tests = account.orders.values().stream().filter(o -> o.test).map(o -> o.id).toList();
    if (tests.isEmpty()) return testTrade(account);
    var id = one(tests);
    if (chance(25)) return new Op.Advance(id, null);
    // Half of a half at another price would leave a fraction of a cent to be guessed.
    var isPartly = account.orders.get(id).status == Order.Status.PARTIALLY_FILLED;
    var outcome = one(OUTCOMES.subList(1, OUTCOMES.size()));
    return new Op.Advance(id, isPartly && outcome.equals("PARTIAL_FILL") ? "FILL" : outcome);
  }

  /// At least one unit, which is always worth a cent; sometimes more than there are.
  private BigDecimal sold(Account account, String symbol) {
    var holding = account.holdings.get(symbol);
    var available = holding == null ? BigDecimal.ZERO : holding.available();
    if (available.compareTo(BigDecimal.ONE) <= 0) return BigDecimal.ONE;
    var part = available.multiply(BigDecimal.valueOf(1 + random.nextInt(110))).movePointLeft(2);
    return part.max(BigDecimal.ONE).setScale(6, RoundingMode.DOWN).stripTrailingZeros();
  }

  private BigDecimal units(int most) {
    return BigDecimal.valueOf(1 + random.nextInt(most));
  }

  private BigDecimal dollars(int least, int most) {
    return cents(100L * least + random.nextLong(100L * (most - least)));
  }

  private static BigDecimal cents(long cents) {
    return BigDecimal.valueOf(cents, 2);
  }

  String name() {
    return series + "-" + made++;
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String oneOr(Iterable<String> of, String none) {
    var all = new ArrayList<String>();
    of.forEach(all::add);
    return all.isEmpty() ? none : one(all);
  }
}
