package africa.soko.ledger;

import africa.soko.platform.id.Ulid;
import africa.soko.platform.money.Usd;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transfer as a posting holds it.
///
/// @param nth how many steps its identifier comes after that of the posting
/// @param from the pocket that it leaves: its letter, and 1 or 2 for the account or the other
/// @param to the pocket that it reaches
public record Leg(int nth, Transfer.Type type, String from, String to, Usd amount) {

  /// The legs of a posting, in the order in which they were made.
  public static List<Leg> of(String legs) {
    return Arrays.stream(legs.split(",", -1)).map(Leg::read).toList();
  }

  private static Leg read(String leg) {
    var parts = leg.split(" ", -1);
    return new Leg(
        Integer.parseInt(parts[0]),
        Transfer.Type.valueOf(parts[1]),
        parts[2],
        parts[3],
        new Usd(Long.parseLong(parts[4])));
  }

  /// What it does to the wallet of the first account or of the second; null if nothing.
  public @Nullable Usd inWallet(int side) {
    var wallet = "W" + side;
    if (from.equals(wallet)) return amount.negated();
    return to.equals(wallet) ? amount : null;
  }

  /// The identifier of the transfer.
  public String idOf(String postingId) {
    var prefix = Transfer.PREFIX.length();
    return postingId.substring(0, prefix) + Ulid.after(postingId.substring(prefix), nth);
  }

  @Override
  public String toString() {
    return nth + " " + type.name() + " " + from + " " + to + " " + amount.micros();
  }
}
