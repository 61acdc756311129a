package africa.soko.trading.position;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.id.Ulid;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/// Units that were sold, matched with the lot they came from.
///
/// @param disposalId begins with the millisecond of `disposedAt`; those of a holding are in the
///   order in which it was sold
/// @param costBasis what these units had cost, fees included
/// @param proceeds what they brought, after fees
/// @param earlierCost the sum of all cost bases of the same holding before this one, reversed or
///   not
/// @param earlierProceeds the same of the proceeds
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
    Usd earlierCost,
    Usd earlierProceeds,
    boolean reversed) {

  static final String PREFIX = "dsp_";

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
          .usd("earlier_cost", Disposal::earlierCost)
          .usd("earlier_proceeds", Disposal::earlierProceeds)
          .fixed()
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
                      f.usd("earlier_cost"),
                      f.usd("earlier_proceeds"),
                      f.flag("reversed")));

  static final Group<Disposal> OF_ORDER =
      new Group<>(
          TABLE,
          List.of("partner_id", "order_id"),
          "NOT reversed",
          disposal -> Key.of(disposal.partnerId, disposal.orderId()));

  /// The first identifier of all that were sold at a moment, in milliseconds, or after it.
  static String firstOf(Instant moment) {
    return PREFIX + Ulid.firstOf(moment);
  }

  /// When what has an identifier was sold: now, unless another clock was ahead of this one.
  static Instant time(String disposalId, Instant now) {
    var millis = Ulid.millisOf(disposalId.substring(PREFIX.length())).orElseThrow();
    return millis == now.toEpochMilli() ? now : Instant.ofEpochMilli(millis);
  }

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
        earlierCost,
        earlierProceeds,
        true);
  }
}
