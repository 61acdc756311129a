package africa.soko.trading.order;

import static africa.soko.testing.Eventually.eventually;

import africa.soko.testing.Api;
import africa.soko.testing.Service;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;

/// Publishes sets of prices, as a feed does, in a service whose clock a test moves.
final class PriceBoard {
  private static final String PRICE =
      "UPDATE price SET price = %1$s, previous_close = 26, as_of = as_of + interval '1 millisecond'"
          + " WHERE symbol = '%2$s' AND is_simulated";
  private static final String SET =
      "INSERT INTO price_set (exchanges, published_at) VALUES ('{NSE}', now())";

  private final Service service;
  private final AtomicInteger published = new AtomicInteger();

  PriceBoard(Service service) {
    this.service = service;
  }

  /// One set with one new price.
  void publish(String symbol, String price) {
    service.execute(PRICE.formatted(new BigDecimal(price).toPlainString(), symbol));
    service.execute(SET);
    published.incrementAndGet();
  }

  /// The same, and returns once whoever asks for the price gets it.
  void publish(String symbol, String price, Api... readers) {
    publish(symbol, price);
    for (var api : readers) {
      eventually(
          () ->
              api.get("/market/quotes?exchange=NSE&symbol=" + symbol)
                  .expect(200)
                  .number("/data/price"),
          shown -> shown.compareTo(new BigDecimal(price)) == 0);
    }
  }
}
