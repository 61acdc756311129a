package africa.soko.subaccount;

import africa.soko.ledger.Transfer.Conversion;
import africa.soko.platform.money.Usd;
import org.jspecify.annotations.Nullable;

/// An amount that a partner asks to move: whole cents, more than zero.
///
/// @param conversion how it came from a local amount, if it did
public record Money(Usd usd, @Nullable Conversion conversion) {
  public static Money of(Usd usd) {
    return new Money(usd, null);
  }
}
