package africa.soko.ledger;

import africa.soko.ledger.Verification.Finding;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Proves the books of one environment: reads all of them at one moment and says what does not add
/// up. It changes nothing and may run beside the service.
public final class VerificationStore {
  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  private final Pool pool;
  private final List<Proof> proofs;

  /// @param pool whose connections look into the schema of the environment
  public VerificationStore(Pool pool, List<Proof> proofs) {
    this.pool = pool;
    this.proofs = List.copyOf(proofs);
  }

  public Future<Verification> verify() {
    return pool.withTransaction(this::verify).map(Objects::requireNonNull);
  }

  private Future<Verification> verify(SqlConnection connection) {
    return connection
        .query(SNAPSHOT)
        .execute()
        .compose(_ -> findings(connection))
        .compose(findings -> rowsOf(connection).map(rowsOf -> new Verification(findings, rowsOf)));
  }

  /// What breaks the rules, as one connection sees it.
  Future<List<Finding>> findings(SqlConnection connection) {
    var findings = new ArrayList<Finding>();
    Future<?> done = Future.succeededFuture();
    for (var proof : proofs) done = done.compose(_ -> run(connection, proof, findings));
    return done.map(_ -> List.copyOf(findings));
  }

  private static Future<?> run(SqlConnection connection, Proof proof, List<Finding> findings) {
    return connection
        .query(proof.violations())
        .execute()
        .onSuccess(rows -> rows.forEach(row -> findings.add(finding(proof, row))));
  }

  private static Finding finding(Proof proof, Row row) {
    return new Finding(proof.name(), row.getString(0), row.getString(1), row.getString(2));
  }

  private static Future<SortedMap<String, Long>> rowsOf(SqlConnection connection) {
    return PartnerTables.names(connection)
        .compose(tables -> connection.query(count(tables)).execute())
        .map(
            rows -> {
              var rowsOf = new TreeMap<String, Long>();
              for (var row : rows) rowsOf.put(row.getString(0), row.getLong(1));
              return rowsOf;
            });
  }

  private static String count(List<String> tables) {
    return tables.stream()
        .map("SELECT '%1$s', count(*) FROM %1$s"::formatted)
        .collect(Collectors.joining(" UNION ALL "));
  }
}
