package africa.soko.audit;

import africa.soko.audit.AuditEntry.Row;
import africa.soko.audit.AuditStore.Chain;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/// Walks every chain of one schema.
public final class AuditVerificationStore {
  private static final int PAGE = 5_000;
  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  private AuditVerificationStore() {}

  /// Reads the whole log at one moment. It changes nothing and may run beside the service.
  ///
  /// @param pool whose connections look into the schema
  public static Future<AuditVerification> verify(Pool pool) {
    return pool.withTransaction(
            connection -> connection.query(SNAPSHOT).execute().compose(_ -> verify(connection)))
        .map(Objects::requireNonNull);
  }

  private static Future<AuditVerification> verify(SqlConnection connection) {
    var store = new AuditStore(connection);
    return store
        .chains()
        .compose(
            chains -> {
              var walk = new Walk(store, new ArrayList<>());
              return walk.all(chains.iterator(), 0)
                  .map(
                      entries ->
                          new AuditVerification(
                              List.copyOf(walk.findings), chains.size(), entries));
            });
  }

  /// The hash of a row that follows from another one's.
  static byte[] hash(byte[] before, Row row) {
    return Sha256.of(Buffer.buffer(before).appendString(row.text()).getBytes());
  }

  private record Walk(AuditStore store, List<String> findings) {

    Future<Long> all(Iterator<Chain> chains, long entries) {
      if (!chains.hasNext()) return Future.succeededFuture(entries);
      var chain = chains.next();
      return rest(chain, chain.cutSequence(), chain.cutHash(), entries)
          .compose(now -> all(chains, now));
    }

    private Future<Long> rest(Chain chain, long sequence, byte[] hash, long entries) {
      return store
          .after(chain.name(), sequence, PAGE)
          .compose(
              rows -> {
                if (rows.isEmpty()) {
                  end(chain, sequence, hash);
                  return Future.succeededFuture(entries);
                }
                var last = rows.getLast();
                check(chain, sequence, hash, rows);
                return rest(chain, last.sequence(), last.hash(), entries + rows.size());
              });
    }

    /// Goes on from what each row says of itself, so that one fault is told once.
    private void check(Chain chain, long sequence, byte[] hash, List<Row> rows) {
      long expected = sequence + 1;
      var before = hash;
      for (var row : rows) {
        if (row.sequence() != expected) {
          findings.add("%s: entry %d is missing".formatted(chain.name(), expected));
        } else if (!Arrays.equals(hash(before, row), row.hash())) {
          findings.add("%s: entry %d is not what was written".formatted(chain.name(), expected));
        }
        expected = row.sequence() + 1;
        before = row.hash();
      }
    }

    private void end(Chain chain, long sequence, byte[] hash) {
      if (sequence != chain.sequence() || !Arrays.equals(hash, chain.hash())) {
        findings.add(
            "%s: it ends at entry %d, not %d".formatted(chain.name(), sequence, chain.sequence()));
      }
    }
  }
}
