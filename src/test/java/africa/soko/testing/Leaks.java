package africa.soko.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import africa.soko.edge.Environment;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/// Looks for whole keys, tokens, ID tokens and secrets of webhooks where none may be, whoever they
/// were given to: in PostgreSQL, in Redis and in the log, in clear and in hex.
public final class Leaks implements AutoCloseable {
  private static final List<String> KEYS =
      List.of("pk_live_", "sk_sandbox_", "pk_data_", "svc_oauth_");
  private static final String ID_TOKEN = "eyJ[0-9A-Za-z_-]{20,}[.]eyJ[0-9A-Za-z_-]{20,}";
  private static final int KEY_REST = 49;
  // Also the `+` and `/` of Base64, and not the `*` of what is masked.
  private static final String LETTERS_IN_HEX = "2[bf]|3[0-9]|[46][1-9a-f]|[57][0-9a]";

  /// For Java and for PostgreSQL alike.
  static final String SECRET =
      Stream.concat(
              KEYS.stream().flatMap(prefix -> written(prefix, "[0-9A-Za-z]", KEY_REST)),
              Stream.concat(written("whsec_", "[0-9A-Za-z+/]", 32), Stream.of(ID_TOKEN)))
          .collect(Collectors.joining("|"));

  private static final String TABLES =
      """
      SELECT coalesce(array_agg(relnamespace::regnamespace || '.' || relname), '{}')::text[]
      FROM pg_class
      WHERE relkind = 'r'
        AND relnamespace::regnamespace::text IN ('platform', 'live', 'sandbox')
      """;
  // Enough of it to see what it is.
  private static final String FOUND =
      """
      SELECT coalesce(min(left(substring(t::text FROM '%2$s'), 20)), '')
      FROM %1$s AS t WHERE t::text ~ '%2$s'
      """;

  private final Set<String> logged = new ConcurrentSkipListSet<>();
  private final LogReader reader = new LogReader(logged);

  private static final class LogReader extends AppenderBase<ILoggingEvent> {
    private static final Pattern PATTERN = Pattern.compile(SECRET);
    private final Set<String> found;

    LogReader(Set<String> found) {
      this.found = found;
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (PATTERN.matcher(event.getFormattedMessage() + event.getMDCPropertyMap()).find()) {
        found.add("log of " + event.getLoggerName() + ": " + event.getMessage());
      }
    }
  }

  /// Reads the log from now on.
  public Leaks() {
    reader.start();
    root().addAppender(reader);
  }

  /// Where something is that should not be, and how it begins.
  public List<String> in(Service service) {
    var found = new ArrayList<>(logged);
    for (var table : tables(service)) {
      var first = (String) service.ask(Environment.LIVE, FOUND.formatted(table, SECRET));
      if (!first.isEmpty()) found.add(table + ": " + first);
    }
    var redis = Pattern.compile(SECRET).matcher(redis());
    if (redis.find()) found.add("Redis: " + redis.group().substring(0, 20));
    return found;
  }

  @Override
  public void close() {
    root().detachAppender(reader);
    reader.stop();
  }

  public static List<String> tables(Service service) {
    return List.of((String[]) service.ask(Environment.LIVE, TABLES));
  }

  /// All that is in Redis.
  public static String redis() {
    var vertx = Vertx.vertx();
    try {
      var redis = Redis.createClient(vertx, Servers.redis());
      var dump = new StringBuilder();
      var cursor = "0";
      do {
        var found =
            redis.send(Request.cmd(Command.SCAN).arg(cursor).arg("COUNT").arg(1_000)).await();
        cursor = found.get(0).toString();
        for (var key : found.get(1))
          dump.append(key).append('=').append(value(redis, key)).append('\n');
      } while (!cursor.equals("0"));
      return dump.toString();
    } finally {
      vertx.close().await();
    }
  }

  private static String value(Redis redis, Response key) {
    var name = key.toString();
    var all =
        switch (redis.send(Request.cmd(Command.TYPE).arg(name)).await().toString()) {
          case "string" -> redis.send(Request.cmd(Command.GET).arg(name)).await();
          case "hash" -> redis.send(Request.cmd(Command.HGETALL).arg(name)).await();
          case "list" -> redis.send(Request.cmd(Command.LRANGE).arg(name).arg(0).arg(-1)).await();
          case "zset" -> redis.send(Request.cmd(Command.ZRANGE).arg(name).arg(0).arg(-1)).await();
          case "set" -> redis.send(Request.cmd(Command.SMEMBERS).arg(name)).await();
          case "none" -> null;
          case String other -> throw new AssertionError("Redis has a " + other);
        };
    return all == null ? "" : all.toString();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  private static Stream<String> written(String prefix, String rest, int count) {
    var hex = HexFormat.of().formatHex(prefix.getBytes(UTF_8));
    return Stream.of(
        "%s%s{%d}".formatted(prefix, rest, count),
        "%s(?:%s){%d}".formatted(hex, LETTERS_IN_HEX, count));
  }
}
