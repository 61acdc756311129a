package africa.soko.trading.order;

import static africa.soko.ledger.BooksOnDisk.await;

import africa.soko.edge.Environment;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.Market;
import africa.soko.market.MarketFixture;
import africa.soko.market.SharedMarket;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.PriceSets;
import africa.soko.platform.config.Range;
import africa.soko.trading.Parts;
import africa.soko.trading.Venue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// Orders that rest in books of their own, with prices that somebody publishes and a watch that
/// holds them against the orders when it is told to.
public final class RestingBooks implements AutoCloseable {
  private static final String SYMBOL = "SCOM.KE";
  private static final Instant OPEN = Instant.parse("2026-07-15T09:05:00Z");

  /// Far off every price, of all instruments in turn, in 1,000 accounts.
  private static final String ORDERS =
      """
      INSERT INTO orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency,
        quantity, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved,
        escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, report_count, created_at,
        updated_at, limit_price, time_in_force, expires_at, fx_basis)
      SELECT 'p', 'ord_' || lpad(n::text, 8, '0'), 's' || n %% 1000,
        CASE WHEN n %% 2 = 0 THEN 'BUY' ELSE 'SELL' END, 'LIMIT',
        (ARRAY[%2$s])[1 + n %% %3$d], 'NSE', 'KES', 1, false, 100, 50, 'WORKING', 0, 0,
        0, 0, 1, 1, 1, 1, 1, now(), now(),
        CASE WHEN n %% 2 = 0 THEN 0.001 ELSE 1000000 + n END, 'DAY', now() + interval '1 day', 1
      FROM generate_series(0, %1$d - 1) AS n
      """;

  private static final String ONE =
      ORDERS.replace("1000000 + n", "%4$s").replace("0, %1$d - 1", "%1$d, %1$d");
  private static final String ACCOUNTS =
      "INSERT INTO account SELECT 'p', 's' || n, NULL, 'ACTIVE', NULL, 'VERIFIED', 'FULL', 0, 0, 0,"
          + " 0 FROM generate_series(0, 999) AS n";

  private final BooksOnDisk books = new BooksOnDisk();
  private final SharedMarket shared = MarketFixture.priced(OPEN);
  private final PriceWatch watch;
  private int made = 1_000_001;
  private Instant now = OPEN;

  public RestingBooks() {
    var market = new Market(shared, Environment.SANDBOX);
    var venue = new Venue(true, new Range(2, 5), Parts.WHOLE, market, new Random(1));
    var sets = new PriceSets(books.books(), "resting orders");
    watch = new PriceWatch(new RestingStore(books.books()), sets, books.ledger(), venue);
    books.execute(ACCOUNTS);
    publish();
  }

  /// Orders that no price reaches.
  public void rest(int orders) {
    var symbols = MarketFixture.CATALOGUE.all().stream().map(each -> each.symbol()).toList();
    var names = "'" + String.join("','", symbols) + "'";
    books.execute(ORDERS.formatted(orders, names, symbols.size()));
    books.execute("ANALYZE orders");
  }

  /// One more that sells at a price.
  public void one(String price) {
    books.execute(ONE.formatted(made, "'" + SYMBOL + "'", 1, price));
    made += 2;
  }

  /// A set of prices with one that is new.
  public void price(String price) {
    now = now.plusSeconds(1);
    var local = new BigDecimal(price);
    var latest = new FeedPrice(SYMBOL, local, local, 0, now, DataQuality.SIMULATED);
    MarketFixture.publish(shared, List.of(latest), publish());
  }

  /// Holds the latest set against what rests, as a node does.
  public void look() {
    await(watch.look(now));
  }

  /// How many were set off.
  public long triggered() {
    return (long) books.ask("SELECT count(*) FROM orders WHERE status = 'PENDING'");
  }

  private long publish() {
    var row =
        "INSERT INTO platform.price_set (exchanges, published_at)"
            + " VALUES ('{NSE}', now()) RETURNING set_id";
    return (long) books.ask(row);
  }

  @Override
  public void close() {
    books.close();
  }
}
