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
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;

/// An empty schema of the books on a real PostgreSQL, which all tests of the process share.
public final class BooksDatabase {
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
    migrations("books").forEach(this::run);
    migrations("audit").forEach(this::run);
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

  /// The migrations of a folder, in the order of their versions.
  public static List<String> migrations(String folder) {
    try {
      var path = Path.of(BooksDatabase.class.getResource("/db/migration/" + folder).toURI());
      try (var files = Files.list(path)) {
        var sorted = files.sorted().toList();
        var statements = new ArrayList<String>();
        for (var file : sorted) statements.add(Files.readString(file));
        return statements;
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
