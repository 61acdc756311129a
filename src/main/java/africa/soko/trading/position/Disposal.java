package africa.soko.trading.position;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/// Units that were sold, matched with the lot they came from.
///
/// @param costBasis what these units had cost, fees included
/// @param proceeds what they brought, after fees
/// @param reversed whether the sale failed to settle and the units came back
public record Disposal(
    String partnerId,
    String disposalId,
    String accountId,
    String symbol,
    FillId fill,
    String lotId,
    BigDecimal quantity,
    Instant acquiredAt,
    Instant disposedAt,
    Usd costBasis,
    Usd proceeds,
    boolean reversed) {

  public static final Table<Disposal> TABLE =
      Table.<Disposal>named("disposal")
          .key("partner_id", Disposal::partnerId)
          .key("account_id", Disposal::accountId)
          .key("disposal_id", Disposal::disposalId)
          .text("symbol", Disposal::symbol)
          .text("order_id", Disposal::orderId)
          .integer("fill", disposal -> disposal.fill.number())
          .text("lot_id", Disposal::lotId)
          .decimal("quantity", Disposal::quantity)
          .instant("acquired_at", Disposal::acquiredAt)
          .instant("disposed_at", Disposal::disposedAt)
          .usd("cost_basis", Disposal::costBasis)
          .usd("proceeds", Disposal::proceeds)
          .flag("reversed", Disposal::reversed)
          .readBy(
              f ->
                  new Disposal(
                      f.text("partner_id"),
                      f.text("disposal_id"),
                      f.text("account_id"),
                      f.text("symbol"),
                      new FillId(f.text("order_id"), f.integer("fill")),
                      f.text("lot_id"),
                      f.decimal("quantity"),
                      f.instant("acquired_at"),
                      f.instant("disposed_at"),
                      f.usd("cost_basis"),
                      f.usd("proceeds"),
                      f.flag("reversed")));

  static final Group<Disposal> OF_ORDER =
      new Group<>(
          TABLE,
          List.of("partner_id", "order_id"),
          "NOT reversed",
          disposal -> Key.of(disposal.partnerId, disposal.orderId()));

  public String orderId() {
    return fill.orderId();
  }

  Disposal asReversed() {
    return new Disposal(
        partnerId,
        disposalId,
        accountId,
        symbol,
        fill,
        lotId,
        quantity,
        acquiredAt,
        disposedAt,
        costBasis,
        proceeds,
        true);
  }
}
