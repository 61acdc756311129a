package africa.soko.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// What the same requests cost in processor time while the partner's tables are small and when they
/// are large. The rows in between are copied by SQL.
final class Volume {
  private static final int CONNECTIONS = 64;
  private static final int OK = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Vertx vertx;
  private final Service service;
  private final Trades trades;
  private int next = 1;

  Volume(Vertx vertx, Service service, Trades trades) {
    this.vertx = vertx;
    this.service = service;
    this.trades = trades;
  }

  /// Milliseconds of all processes for each kind of request.
  Map<String, Double> costs(int seconds) throws Exception {
    var costs = new LinkedHashMap<String, Double>();
    costs.put("trade with its fill", trades.run(seconds).millisEach());
    costs.put("order read", read(seconds, each -> "/orders/" + newestOrder(each)));
    var reads =
        Map.of(
            "order list", "/orders?limit=10",
            "orders by a rare status", "/orders?status=CANCELLED&limit=10",
            "orders by a rare symbol", "/orders?symbol=MTN.ZA&limit=10",
            "portfolio read", "/portfolio",
            "tax lots", "/tax-lots?limit=10",
            "realised gains", "/realised-gains?limit=10",
            "transactions by a rare type", "/transactions?type=DEPOSIT&limit=10");
    for (var each : new TreeMap<>(reads).entrySet()) {
      costs.put(each.getKey(), read(seconds, _ -> each.getValue()));
    }
    return costs;
  }

  private interface PathOf {
    String apply(Trades.Account account) throws Exception;
  }

  private double read(int seconds, PathOf path) throws Exception {
    var requests = new ArrayList<Buffer>();
    for (var account : trades.accounts().subList(0, CONNECTIONS)) {
      var of = Trades.BASE + "/users/" + account.id() + path.apply(account);
      requests.add(Requests.get(of, account.key()));
    }
    asked(requests, 1);
    var before = Processor.now(service);
    long answered = asked(requests, seconds);
    return Processor.now(service).since(before).all() * 1_000 / answered;
  }

  private long asked(List<Buffer> requests, int seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var lanes = new ArrayList<Iterator<Buffer>>();
    for (var request : requests) lanes.add(Requests.until(end, List.of(request)));
    var result = Load.run(vertx, service.url(), lanes, (_, _) -> {});
    if (!result.statuses().keySet().equals(Set.of(OK))) {
      throw new IOException("" + result.statuses());
    }
    return result.statuses().get(OK);
  }

  private String newestOrder(Trades.Account account) throws Exception {
    var body = new AtomicReference<String>();
    var path = Trades.BASE + "/users/" + account.id() + "/orders?limit=1";
    var request = Requests.get(path, account.key());
    Load.run(
        vertx,
        service.url(),
        List.of(List.of(request).iterator()),
        (_, answer) -> body.set(answer.toString()));
    return JSON.readTree(body.get()).path("orders").path(0).path("orderId").asText();
  }

  /// Adds orders, spread over the accounts that trade, with a posting and a sale for each, and
  /// accounts that do not trade.
  void grow(int orders, int accounts) throws Exception {
    service.execute(
        """
        SET search_path = sandbox;
        SET synchronous_commit = off;
        CREATE TEMP TABLE sample AS
          SELECT *, row_number() OVER () - 1 AS place FROM (
            SELECT DISTINCT ON (account_id) * FROM orders WHERE status = 'FILLED'
            ORDER BY account_id, order_id DESC LIMIT %2$d
          ) AS one;
        DO $$ BEGIN
          EXECUTE (
            SELECT format(
              'INSERT INTO orders (%%s) SELECT %%s FROM generate_series(%4$d, %4$d + %1$d - 1) AS n'
                ' JOIN sample s ON s.place = n %%%% (SELECT count(*) FROM sample)',
              string_agg(quote_ident(attname), ', ' ORDER BY attnum),
              string_agg(
                CASE attname WHEN 'order_id' THEN $id$'ord_' || lpad(n::text, 26, '0')$id$
                             ELSE 's.' || quote_ident(attname) END, ', ' ORDER BY attnum))
            FROM pg_attribute
            WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped);
        END $$;
        INSERT INTO posting (partner_id, posting_id, account_id, entry, balance, legs, created_at)
          SELECT s.partner_id, 'trf_' || lpad(n::text, 26, '0'), s.account_id, -n, 0,
                 '1 INVEST W1 E1 10000', now()
          FROM generate_series(%4$d, %4$d + %1$d - 1) AS n
          JOIN sample s ON s.place = n %% (SELECT count(*) FROM sample);
        INSERT INTO disposal
          SELECT s.partner_id, 'dsp_' || lpad(n::text, 26, '0'), s.account_id, s.symbol, s.order_id,
                 'lot_none', 1, now(), now(), 10000, 10000, 0, 0, false, 2
          FROM generate_series(%4$d, %4$d + %1$d - 1) AS n
          JOIN sample s ON s.place = n %% (SELECT count(*) FROM sample);
        INSERT INTO account
          SELECT (SELECT partner_id FROM sample LIMIT 1), 'sub_' || lpad(n::text, 26, '0'), NULL,
                 'ACTIVE', NULL, 'VERIFIED', 'FULL', 0, 0, 0, 0
          FROM generate_series(%4$d, %4$d + %3$d - 1) AS n;
        INSERT INTO sub_account (partner_id, sub_account_id, created_at, updated_at)
          SELECT (SELECT partner_id FROM sample LIMIT 1), 'sub_' || lpad(n::text, 26, '0'),
                 now(), now()
          FROM generate_series(%4$d, %4$d + %3$d - 1) AS n;
        """
            .formatted(orders, CONNECTIONS, accounts, next));
    System.out.printf("  %d orders, %d accounts%n", orders, accounts);
    next += Math.max(orders, accounts);
    service.execute("VACUUM ANALYZE");
    service.execute("CHECKPOINT");
  }
}
