package africa.soko.trading.position;

import africa.soko.ledger.Book;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// Units bought in one fill, as far as they are still held. Sold first in, first out.
///
/// @param originalCost fees included
public record Lot(
    String partnerId,
    String lotId,
    String accountId,
    String symbol,
    FillId fill,
    Instant acquiredAt,
    BigDecimal originalQuantity,
    BigDecimal remainingQuantity,
    Usd originalCost,
    Usd remainingCost) {

  public static final Table<Lot> TABLE =
      Table.<Lot>named("lot")
          .key("partner_id", Lot::partnerId)
          .key("lot_id", Lot::lotId)
          .text("account_id", Lot::accountId)
          .text("symbol", Lot::symbol)
          .text("order_id", Lot::orderId)
          .integer("fill", lot -> lot.fill.number())
          .instant("acquired_at", Lot::acquiredAt)
          .decimal("original_quantity", Lot::originalQuantity)
          .usd("original_cost", Lot::originalCost)
          .fixed()
          .decimal("remaining_quantity", Lot::remainingQuantity)
          .usd("remaining_cost", Lot::remainingCost)
          .readBy(
              f ->
                  new Lot(
                      f.text("partner_id"),
                      f.text("lot_id"),
                      f.text("account_id"),
                      f.text("symbol"),
                      new FillId(f.text("order_id"), f.integer("fill")),
                      f.instant("acquired_at"),
                      f.decimal("original_quantity"),
                      f.decimal("remaining_quantity"),
                      f.usd("original_cost"),
                      f.usd("remaining_cost")));

  /// The open lots of a holding, oldest first.
  public static final Group<Lot> OF_HOLDING =
      new Group<>(
          TABLE,
          List.of("partner_id", "account_id", "symbol"),
          "remaining_quantity > 0",
          lot -> Holding.key(lot.partnerId, lot.accountId, lot.symbol));

  static List<Lot> oldestFirst(Book book, Key holding) {
    return book.group(OF_HOLDING, holding).stream()
        .sorted(Comparator.comparing(Lot::acquiredAt).thenComparing(Lot::lotId))
        .toList();
  }

  String orderId() {
    return fill.orderId();
  }

  /// The cost of some of the remaining units, in proportion, exact for all of them.
  Usd costOf(BigDecimal units) {
    if (units.compareTo(remainingQuantity) == 0) return remainingCost;
    return Rounding.share(remainingCost, units, remainingQuantity);
  }

  Lot less(BigDecimal units, Usd cost) {
    return new Lot(
        partnerId,
        lotId,
        accountId,
        symbol,
        fill,
        acquiredAt,
        originalQuantity,
        remainingQuantity.subtract(units),
        originalCost,
        remainingCost.minus(cost));
  }
}
