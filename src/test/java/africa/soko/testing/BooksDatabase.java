package africa.soko.testing;

import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.platform.id.Ids;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;

/// An empty schema of the books on a real PostgreSQL, which all tests of the process share.
public final class BooksDatabase {
  private static final List<String> MIGRATIONS =
      List.of(
          "V1__books",
          "V2__log_began",
          "V3__cursor_log",
          "V4__delivery_of_webhook",
          "V5__filled_value",
          "V20261121204500__published",
          "V20261121221500__test_clock");
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private final PgConnectOptions options;
  private final Pool pool;

  public BooksDatabase(Vertx vertx) {
    var schema = "books" + SCHEMAS.incrementAndGet();
    options = PgConnectOptions.fromUri(Servers.postgres()).addProperty("search_path", schema);
    pool =
        PgBuilder.pool()
            .connectingTo(options)
            .with(new PoolOptions().setMaxSize(8))
            .using(vertx)
            .build();
    run("CREATE SCHEMA " + schema);
    MIGRATIONS.forEach(name -> run(migration(name)));
  }

  public Pool pool() {
    return pool;
  }

  public PgConnectOptions options() {
    return options;
  }

  public List<Row> run(String sql) {
    var rows = pool.query(sql).execute().await();
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  /// Writes events to the log, in one transaction.
  public List<Event> append(String partnerId, InstantSource clock, Ids ids, String... names) {
    var events = new ArrayList<Event>();
    for (var name : names) {
      var data = "{\"n\":" + events.size() + "}";
      events.add(new Event(partnerId, ids.next("evt_"), name, null, clock.instant(), data));
    }
    pool.withTransaction(connection -> EventStore.append(connection, events).mapEmpty()).await();
    return events;
  }

  private static String migration(String name) {
    var path = "/db/migration/books/" + name + ".sql";
    try (var file = BooksDatabase.class.getResourceAsStream(path)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
