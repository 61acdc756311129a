package africa.soko.alert;

import static africa.soko.ledger.BooksOnDisk.await;

import africa.soko.alert.PriceAlert.Condition;
import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.event.EventStore;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.market.Market;
import africa.soko.market.MarketFixture;
import africa.soko.market.SharedMarket;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.PriceSetWatch;
import africa.soko.testing.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// Alerts in books of their own, with prices that a test publishes and nodes that evaluate when it
/// says so.
public final class AlertBooks implements AutoCloseable {
  public static final String SYMBOL = "SCOM.KE";

  /// A Wednesday on which Nairobi is open.
  static final Instant OPEN = Instant.parse("2026-07-15T09:05:00Z");

  final BooksOnDisk books = new BooksOnDisk();
  final SharedMarket shared = MarketFixture.priced(OPEN);
  final Market market = new Market(shared, Environment.SANDBOX);
  Instant now = OPEN;
  private Instant pricedAt = OPEN;

  public AlertBooks() {
    publish();
  }

  public Ledger ledger() {
    return books.ledger();
  }

  /// One more node that would evaluate.
  public PriceSetWatch node() {
    return node(books.ledger()::send);
  }

  /// The same with a ledger that sees its commands first.
  public PriceSetWatch node(Function<Command, Future<Answer>> ledger) {
    var store = new AlertStore(books.books());
    var evaluation = new AlertEvaluation(market, store, ledger, () -> now);
    return new PriceSetWatch(books.books(), "alerts", market, evaluation::page);
  }

  String alert(String partnerId, Condition condition, String threshold, boolean repeat) {
    var command =
        new CreateAlert(
            partnerId,
            SYMBOL,
            "NSE",
            "KES",
            condition,
            new BigDecimal(threshold),
            repeat,
            null,
            market.view().set());
    return Reply.read(books.run(command).body().toString()).path("alertId").asText();
  }

  public String above(String partnerId, String threshold) {
    return alert(partnerId, Condition.ABOVE, threshold, false);
  }

  /// Writes many alerts that wait far off the price, 200 for each partner.
  public void waiting(int alerts) {
    books.execute(
        """
        INSERT INTO price_alert (partner_id, alert_id, symbol, exchange, currency, condition,
                                 threshold, repeat, created_at, state, set_id)
        SELECT 'prt_w' || i / 200, 'alr_w' || i, CASE WHEN i %% 2 = 0 THEN '%s' ELSE 'EQTY.KE' END,
               'NSE', 'KES', CASE WHEN i %% 4 < 2 THEN 'ABOVE' ELSE 'BELOW' END,
               CASE WHEN i %% 4 < 2 THEN 100000 + i ELSE 0.001 END, false, now(), 'ARMED', 0
        FROM generate_series(0, %d) AS i
        """
            .formatted(SYMBOL, alerts - 1));
    books.execute(
        "INSERT INTO price_alert_count SELECT partner_id, count(*) FROM price_alert"
            + " WHERE partner_id LIKE 'prt_w%' GROUP BY partner_id");
  }

  /// A new set of prices, in which one has changed.
  public void price(String price) {
    pricedAt = pricedAt.plusSeconds(1);
    var local = new BigDecimal(price);
    var latest = new FeedPrice(SYMBOL, local, local, 0, pricedAt, DataQuality.SIMULATED);
    MarketFixture.publish(shared, List.of(latest), publish());
  }

  private long publish() {
    var row =
        "INSERT INTO platform.price_set (exchanges, published_at)"
            + " VALUES ('{NSE}', now()) RETURNING set_id";
    return (long) books.ask(row);
  }

  /// The payloads of what a partner was told, in order.
  List<JsonNode> fired(String partnerId) {
    var store = new EventStore(books.books());
    var whole = store.span(partnerId).compose(span -> store.after(partnerId, span.after(0)));
    return await(whole).stream().map(event -> Reply.read(event.data())).toList();
  }

  /// How many events there are.
  public long events() {
    return (long) books.ask("SELECT count(*) FROM event");
  }

  String state(String alertId) {
    return (String)
        books.ask("SELECT state FROM price_alert WHERE alert_id = '%s'".formatted(alertId));
  }

  @Override
  public void close() {
    books.close();
  }
}
