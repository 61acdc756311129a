package africa.soko.bench;

import java.sql.SQLException;

/// The rows of the sandbox's audit log, left out for a while: what adds them does nothing.
final class AuditRows {
  private static final String DEFINITION =
      "SELECT pg_get_functiondef('sandbox.audit_append'::regproc)";
  private static final String NOTHING =
      """
      CREATE OR REPLACE FUNCTION sandbox.audit_append(chains text[], actors text[], actions text[],
        targets text[], sources text[], request_ids text[], statuses integer[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END'
      """;

  private final Service service;
  private final String definition;

  private AuditRows(Service service, String definition) {
    this.service = service;
    this.definition = definition;
  }

  static AuditRows leftOut(Service service) throws Exception {
    try (var connection = service.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(DEFINITION)) {
      if (!row.next()) throw new SQLException("No audit_append");
      var out = new AuditRows(service, row.getString(1));
      service.execute(NOTHING);
      return out;
    }
  }

  void restore() throws Exception {
    service.execute(definition);
  }
}
