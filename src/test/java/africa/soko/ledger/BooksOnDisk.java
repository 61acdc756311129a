package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.Proofs;
import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import africa.soko.testing.Proxy;
import africa.soko.testing.Servers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/// The sandbox's books in a database of their own on a real PostgreSQL, with a ledger of one
/// partition that reaches it by way of a proxy.
public final class BooksOnDisk implements AutoCloseable {
  private final String uri = Servers.migratedDatabase();
  private final Proxy proxy = new Proxy(uri);
  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final LedgerMetrics metrics = new LedgerMetrics(meters, Environment.SANDBOX);
  private final Pool books;
  private final Pool platform;
  private final Ledger ledger = new Ledger(vertx, Environment.SANDBOX, 1);
  private final Ids ids = new Ids(InstantSource.system());

  public BooksOnDisk() {
    this(LedgerLimits.DEFAULT);
  }

  BooksOnDisk(LedgerLimits limits) {
    books = pool("sandbox");
    platform = pool("platform");
    vertx.eventBus().registerDefaultCodec(Submission.class, local("submission"));
    vertx.eventBus().registerDefaultCodec(Answer.class, local("answer"));
    await(
        vertx.deployVerticle(
            new LedgerVerticle(Environment.SANDBOX, 0, engine(limits, () -> {})),
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD)));
  }

  /// One more engine on the same books.
  Engine engine(LedgerLimits limits, Runnable eventsWritten) {
    var address = PgConnectOptions.fromUri(proxy.uri()).addProperty("search_path", "sandbox");
    return new Engine(
        new LedgerConnection(vertx, address, limits),
        InstantSource.system(),
        PartnerTime.REAL,
        ids,
        new Sealer("a secret of a test, long enough to be one"),
        metrics,
        eventsWritten);
  }

  /// What the ledger, and nobody else, has between itself and the database.
  Proxy proxy() {
    return proxy;
  }

  SimpleMeterRegistry meters() {
    return meters;
  }

  /// Connections that look into the sandbox's schema.
  public Pool books() {
    return books;
  }

  /// Connections that look into the schema that belongs to no environment.
  public Pool platform() {
    return platform;
  }

  public Ledger ledger() {
    return ledger;
  }

  public Ids ids() {
    return ids;
  }

  public Answer run(Command command) {
    return await(ledger.send(command));
  }

  /// Fails unless the books add up.
  public void prove() {
    assertThat(await(new VerificationStore(books, Proofs.ALL).verify()).findings()).isEmpty();
  }

  public void execute(String sql) {
    await(books.query(sql).execute());
  }

  /// Makes sub-accounts of accounts that were opened without.
  void writeSubAccounts() {
    execute(
        "INSERT INTO sub_account (partner_id, sub_account_id, created_at, updated_at)"
            + " SELECT partner_id, account_id, now(), now() FROM account"
            + " WHERE account_id <> 'master'");
  }

  /// The first column of the first row.
  public Object ask(String sql) {
    return await(books.query(sql).execute()).iterator().next().getValue(0);
  }

  public static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    await(vertx.close());
    proxy.close();
  }

  private Pool pool(String schema) {
    return PgBuilder.pool()
        .with(new PoolOptions().setMaxSize(8))
        .connectingTo(in(schema))
        .using(vertx)
        .build();
  }

  private PgConnectOptions in(String schema) {
    return address().addProperty("search_path", schema);
  }

  private PgConnectOptions address() {
    return PgConnectOptions.fromUri(uri);
  }

  private static <T> MessageCodec<T, T> local(String name) {
    return new MessageCodec<>() {
      @Override
      public void encodeToWire(Buffer buffer, T message) {
        throw new UnsupportedOperationException();
      }

      @Override
      public T decodeFromWire(int position, Buffer buffer) {
        throw new UnsupportedOperationException();
      }

      @Override
      public T transform(T message) {
        return message;
      }

      @Override
      public String name() {
        return name;
      }

      @Override
      public byte systemCodecID() {
        return -1;
      }
    };
  }
}
