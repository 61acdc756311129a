package africa.soko.trading.position;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.Obstacle;
import java.math.BigDecimal;
import java.util.List;

/// The units of one instrument in one account.
///
/// @param reserved units kept back by open SELL orders
/// @param costBasis what the units held have cost, fees included
/// @param sold what it has had before
public record Holding(
    String partnerId,
    String accountId,
    String symbol,
    String holdingId,
    String exchange,
    BigDecimal quantity,
    BigDecimal reserved,
    Usd costBasis,
    Sold sold) {

  public static final Table<Holding> TABLE =
      Table.<Holding>named("holding")
          .key("partner_id", Holding::partnerId)
          .key("account_id", Holding::accountId)
          .key("symbol", Holding::symbol)
          .text("holding_id", Holding::holdingId)
          .text("exchange", Holding::exchange)
          .fixed()
          .decimal("quantity", Holding::quantity)
          .decimal("reserved", Holding::reserved)
          .usd("cost_basis", Holding::costBasis)
          .usd("sold_cost", holding -> holding.sold.cost())
          .usd("sold_proceeds", holding -> holding.sold.proceeds())
          .text("sold_last", holding -> holding.sold.disposalId())
          .readBy(
              f ->
                  new Holding(
                      f.text("partner_id"),
                      f.text("account_id"),
                      f.text("symbol"),
                      f.text("holding_id"),
                      f.text("exchange"),
                      f.decimal("quantity"),
                      f.decimal("reserved"),
                      f.usd("cost_basis"),
                      new Sold(
                          f.usd("sold_cost"), f.usd("sold_proceeds"), f.maybeText("sold_last"))));

  /// What an account holds; a holding of nothing may be among it.
  public static final Group<Holding> OF_ACCOUNT =
      new Group<>(
          TABLE,
          List.of("partner_id", "account_id"),
          "quantity > 0",
          holding -> Key.of(holding.partnerId, holding.accountId));

  /// An account that holds units stays open.
  public static final Obstacle OBSTACLE =
      new Obstacle() {
        @Override
        public Reason reason() {
          return Reason.HOLDINGS;
        }

        @Override
        public void needs(Needs needs, String partnerId, String accountId) {
          needs.group(OF_ACCOUNT, Key.of(partnerId, accountId));
        }

        @Override
        public boolean stands(Book book, String partnerId, String accountId) {
          return book.group(OF_ACCOUNT, Key.of(partnerId, accountId)).stream()
              .anyMatch(holding -> holding.quantity.signum() > 0);
        }
      };

  public static Key key(String partnerId, String accountId, String symbol) {
    return Key.of(partnerId, accountId, symbol);
  }

  public BigDecimal available() {
    return quantity.subtract(reserved);
  }

  /// With more units at more cost; fewer at less.
  Holding plus(BigDecimal units, Usd cost) {
    return with(quantity.add(units), reserved, costBasis.plus(cost), sold);
  }

  /// After a sale.
  Holding less(BigDecimal units, Sold soldNow) {
    var cost = soldNow.cost().minus(sold.cost());
    return with(quantity.subtract(units), reserved, costBasis.minus(cost), soldNow);
  }

  Holding reserving(BigDecimal units) {
    return with(quantity, reserved.add(units), costBasis, sold);
  }

  private Holding with(
      BigDecimal newQuantity, BigDecimal newReserved, Usd newCostBasis, Sold newSold) {
    return new Holding(
        partnerId,
        accountId,
        symbol,
        holdingId,
        exchange,
        newQuantity,
        newReserved,
        newCostBasis,
        newSold);
  }
}
