package africa.soko.alert;

import africa.soko.alert.PriceAlert.Condition;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Begins to watch a price (SPEC "Price alerts"). What can be said of the request alone was checked
/// before.
///
/// @param set the last set of prices that the market held when the request came
record CreateAlert(
    String partnerId,
    String symbol,
    String exchange,
    String currency,
    Condition condition,
    BigDecimal threshold,
    boolean repeat,
    @Nullable String clientAlertId,
    long set)
    implements Command {

  @Override
  public void needs(Needs needs) {
    PriceAlert.ACTIVE.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var tooMany = PriceAlert.ACTIVE.add(book, partnerId);
    if (tooMany != null) return tooMany;
    var alert =
        new PriceAlert(
            partnerId,
            book.newId("alr_"),
            symbol,
            exchange,
            currency,
            condition,
            threshold,
            repeat,
            clientAlertId,
            book.now(),
            PriceAlert.State.ARMED,
            set,
            null,
            null);
    book.put(PriceAlert.TABLE, alert);
    return Decision.accepted(201, AlertRoutes.View.of(alert));
  }
}
