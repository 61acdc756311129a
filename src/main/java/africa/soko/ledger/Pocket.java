package africa.soko.ledger;

/// One side of a transfer: an account and which of its pockets.
public record Pocket(String accountId, Kind kind) {

  /// WALLET and ESCROW have a balance that may not fall below zero. VENUE (the market), FEES (the
  /// income of the service) and OPERATOR (the world outside) have none.
  public enum Kind {
    WALLET,
    ESCROW,
    VENUE,
    FEES,
    OPERATOR;

    /// Whether an account has it, with a balance.
    boolean hasBalance() {
      return this == WALLET || this == ESCROW;
    }
  }

  public static final Pocket MASTER_WALLET = wallet(Account.MASTER);
  public static final Pocket VENUE = new Pocket("soko", Kind.VENUE);
  public static final Pocket FEES = new Pocket("soko", Kind.FEES);
  public static final Pocket OPERATOR = new Pocket("soko", Kind.OPERATOR);

  public static Pocket wallet(String accountId) {
    return new Pocket(accountId, Kind.WALLET);
  }

  public static Pocket escrow(String accountId) {
    return new Pocket(accountId, Kind.ESCROW);
  }
}
