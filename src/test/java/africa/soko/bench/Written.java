package africa.soko.bench;

/// What PostgreSQL has written so far for the sandbox. Index entries are an upper bound: each row
/// that is new, or changed otherwise than in place, is counted once for each index of its table.
record Written(long walBytes, long rows, long inPlace, long indexEntries, long bytes) {
  private static final String SQL =
      """
      SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
             sum(n_tup_ins + n_tup_upd)::bigint, sum(n_tup_hot_upd)::bigint,
             sum((n_tup_ins + n_tup_upd - n_tup_hot_upd)
                 * (SELECT count(*) FROM pg_index i WHERE i.indrelid = t.relid))::bigint,
             sum(pg_total_relation_size(t.relid))::bigint
      FROM pg_stat_user_tables t WHERE schemaname = 'sandbox'
      """;

  static Written now(Service service) throws Exception {
    try (var connection = service.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(SQL)) {
      row.next();
      return new Written(
          row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
    }
  }

  Written since(Written before) {
    return new Written(
        walBytes - before.walBytes,
        rows - before.rows,
        inPlace - before.inPlace,
        indexEntries - before.indexEntries,
        bytes - before.bytes);
  }
}
