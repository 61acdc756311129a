package africa.soko.trading.position;

import africa.soko.platform.id.Ulid;
import africa.soko.platform.money.Usd;
import org.jspecify.annotations.Nullable;

/// What was sold of a holding so far, sales that failed to settle included.
///
/// @param cost what it had cost, fees included
/// @param proceeds what it brought, after fees
/// @param disposalId the last disposal of it, or null if there is none
public record Sold(Usd cost, Usd proceeds, @Nullable String disposalId) {
  public static final Sold NOTHING = new Sold(Usd.ZERO, Usd.ZERO, null);

  Sold plus(Disposal disposal) {
    return new Sold(
        cost.plus(disposal.costBasis()), proceeds.plus(disposal.proceeds()), disposal.disposalId());
  }

  /// An identifier that is after that of the last disposal, on whatever node and by whatever clock
  /// that was made.
  String next(String candidate) {
    if (disposalId == null || candidate.compareTo(disposalId) > 0) return candidate;
    return Disposal.PREFIX + Ulid.after(disposalId.substring(Disposal.PREFIX.length()));
  }
}
