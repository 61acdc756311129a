package africa.soko.trading.order;

import static africa.soko.ledger.Decision.declined;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.quote.Limits;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Changes the prices or the size of an order that rests (SPEC "Order rules"). It is priced with
/// the FX rate and the fees of its placement, and held against the latest price at once.
///
/// @param limit in local currency; null keeps what is there, as do the other two
/// @param session null while the market takes no orders: then nothing is triggered
public record ReplaceOrder(
    OrderRef ref,
    @Nullable BigDecimal limit,
    @Nullable BigDecimal stop,
    @Nullable BigDecimal quantity,
    @Nullable Price price,
    @Nullable Session session,
    Usd fullKycFrom)
    implements OrderCommand {

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null) return declined(ErrorCode.NOT_FOUND, "No such order");
    var account = account(book);
    var immovable = account.cannotMove();
    if (immovable != null) return new Decision.Declined(immovable);
    var resting = order.resting();
    if (resting == null || !order.isReplaceable()) {
      return declined(
          ErrorCode.CONFLICT,
          "A %s order that is %s cannot be replaced",
          order.terms().kind(),
          order.progress().status());
    }
    var misfit = misfit(order, resting);
    if (misfit != null) return misfit;
    var units = quantity == null ? order.ask().quantity() : quantity;
    var bounds = resting.bounds().with(limit, stop);
    if (bounds.isBeyond(ref.side(), units, resting.fxBasis())) {
      return declined(
          ErrorCode.VALIDATION_ERROR, "An order is worth at most %s USD", Limits.ORDER_MAX);
    }
    var value = bounds.value(ref.side(), units, resting.fxBasis(), order.terms().fees());
    if (!value.gross().isPositive()) {
      return declined(ErrorCode.VALIDATION_ERROR, "The order is worth less than a cent");
    }
    var total = ref.side().total(value.gross(), value.fee());
    var ineligible = Intake.ineligible(account, total, fullKycFrom);
    if (ineligible != null) return new Decision.Declined(ineligible);
    return switch (Replacement.of(book, order).apply(units, resting.with(bounds), value)) {
      case Replacement.Done(var replaced) ->
          Decision.accepted(200, OrderView.of(held(book, replaced)));
      case Replacement.Impossible(var why) -> new Decision.Declined(why);
    };
  }

  private @Nullable Decision misfit(Order order, Resting resting) {
    var kind = order.terms().kind();
    if (limit != null && !kind.hasLimit()) return unused("limitPrice", kind);
    if (stop != null && !kind.hasStop()) return unused("stopPrice", kind);
    if (stop == null || resting.awaitsStop()) return null;
    return declined(ErrorCode.CONFLICT, "The stop of this order was reached already");
  }

  private static Decision unused(String field, Order.Kind kind) {
    return new Decision.Declined(
        Refused.invalid(field, "%s is not used by a %s order".formatted(field, kind)));
  }

  private Order held(Book book, Order order) {
    if (price == null || session == null) return order;
    return Watch.hold(book, order, price, session);
  }
}
