package africa.soko.trading.quote;

import africa.soko.edge.Caller;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;

/// What a fill costs beside its gross amount, in basis points of it (SPEC "Core rules" 8).
///
/// The total is rounded once; the markup is what the base fee leaves of it.
public record Fees(int baseBps, int markupBps) {
  private static final int BPS_PER_ONE = 10_000;

  /// What a partner and its users are charged.
  public static Fees of(Caller caller) {
    return new Fees(caller.terms().baseFeeBps(), caller.terms().markupFeeBps());
  }

  /// What an account pays of these: the partner's own pays no markup to itself.
  public Fees chargedTo(String accountId) {
    return accountId.equals(Account.MASTER) ? new Fees(baseBps, 0) : this;
  }

  public Usd total(Usd gross) {
    return Rounding.fee(gross, baseBps + markupBps);
  }

  public Usd base(Usd gross) {
    return Rounding.fee(gross, baseBps);
  }

  public Usd markup(Usd gross) {
    return total(gross).minus(base(gross));
  }

  /// The largest gross amount of whole cents that, with its fee, stays within a budget.
  public Usd grossWithin(Usd budget) {
    var guess = budget.micros() / (BPS_PER_ONE + baseBps + markupBps) * BPS_PER_ONE;
    var gross = Usd.cents(guess / Usd.CENT.micros());
    // Rounding down twice may have lost a cent or two.
    while (budget.covers(next(gross).plus(total(next(gross))))) gross = next(gross);
    return gross;
  }

  private static Usd next(Usd gross) {
    return gross.plus(Usd.CENT);
  }
}
