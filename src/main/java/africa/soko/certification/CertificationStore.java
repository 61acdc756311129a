package africa.soko.certification;

import africa.soko.edge.Page;
import africa.soko.feature.Check;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All SQL of certification but for what commands change.
public final class CertificationStore {
  /// Evidence is looked for among so many of a partner's latest events.
  private static final int EVENTS_MAX = 10_000;

  private static final String OF_PARTNER = "SELECT * FROM certification WHERE partner_id = $1";
  private static final String STATES = "SELECT * FROM certification_check WHERE partner_id = $1";

  private static final String PAGE =
      """
      SELECT * FROM certification
      WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR partner_id < $2)
      ORDER BY partner_id DESC LIMIT $3
      """;

  private static final String PASS =
      """
      INSERT INTO certification_check (partner_id, check_id, status, updated_at)
      SELECT $1, check_id, 'PASSED', $3 FROM unnest($2::text[]) AS check_id
      ON CONFLICT DO NOTHING
      """;

  // One that waits to the end has passed before the next one begins. Refusals of the first second
  // are answers to what was on its way.
  private static final String REFUSED =
      """
      WITH passed AS (
        INSERT INTO certification_check (partner_id, check_id, status, updated_at)
        SELECT partner_id, '%s', 'PASSED', retry_at FROM certification_wait
        WHERE partner_id = $1 AND NOT broken AND retry_at <= $2
        ON CONFLICT DO NOTHING
      )
      INSERT INTO certification_wait AS w (partner_id, refused_at, retry_at, broken)
      VALUES ($1, $2, $3, false)
      ON CONFLICT (partner_id) DO UPDATE SET
        refused_at = CASE WHEN w.retry_at <= $2 THEN $2 ELSE w.refused_at END,
        broken = w.retry_at > $2 AND (w.broken OR $2 > w.refused_at + interval '1 second'),
        retry_at = greatest(w.retry_at, $3)
      """
          .formatted(Sightings.RATE_LIMIT_RESPECTED);

  private final SqlClient platform;
  private final SqlClient sandbox;

  /// @param platform with the schema `platform` in its search path
  /// @param sandbox with that of the sandbox
  public CertificationStore(SqlClient platform, SqlClient sandbox) {
    this.platform = platform;
    this.sandbox = sandbox;
  }

  Future<Optional<Certification>> find(String partnerId) {
    return platform
        .preparedQuery(OF_PARTNER)
        .execute(Tuple.of(partnerId))
        .map(rows -> Rows.first(rows, Certification::read));
  }

  Future<List<CheckState>> states(String partnerId) {
    return platform
        .preparedQuery(STATES)
        .execute(Tuple.of(partnerId))
        .map(rows -> Rows.map(rows, CheckState::read));
  }

  /// Those of one page, and one more if there are more.
  Future<List<Certification>> page(Certification.@Nullable Status status, Page page) {
    var tuple =
        Tuple.tuple()
            .addValue(status == null ? null : status.name())
            .addValue(page.after())
            .addValue(page.limit() + 1);
    return platform
        .preparedQuery(PAGE)
        .execute(tuple)
        .map(rows -> Rows.map(rows, Certification::read));
  }

  /// Which of some checks the partner has shown.
  Future<List<String>> shown(String partnerId, Collection<Check> checks, Instant now) {
    var conditions =
        checks.stream()
            .filter(check -> check.evidence() != null)
            .map(
                check ->
                    "('%s', coalesce(%s, false))"
                        .formatted(check.checkId(), Objects.requireNonNull(check.evidence())))
            .toList();
    if (conditions.isEmpty()) return Future.succeededFuture(List.of());
    return sandbox
        .preparedQuery(
            """
            WITH moment AS (SELECT $2::timestamptz AS now),
            recent AS MATERIALIZED (
              SELECT sequence, event FROM event
              WHERE partner_id = $1
                AND sequence > (SELECT last - %d FROM event_counter WHERE partner_id = $1)
            )
            SELECT check_id FROM (VALUES %s) AS shown (check_id, is_shown) WHERE is_shown
            """
                .formatted(EVENTS_MAX, String.join(", ", conditions)))
        .execute(Tuple.of(partnerId, utc(now)))
        .map(rows -> Rows.map(rows, row -> row.text("check_id")));
  }

  /// Ticks checks, for good.
  Future<?> pass(String partnerId, List<String> checkIds, Instant now) {
    if (checkIds.isEmpty()) return Future.succeededFuture();
    return platform
        .preparedQuery(PASS)
        .execute(Tuple.of(partnerId, checkIds.toArray(String[]::new), utc(now)));
  }

  /// A partner was told to wait.
  Future<?> refused(String partnerId, Instant now, Instant retryAt) {
    return platform.preparedQuery(REFUSED).execute(Tuple.of(partnerId, utc(now), utc(retryAt)));
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
