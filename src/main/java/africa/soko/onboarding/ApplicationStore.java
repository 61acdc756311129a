package africa.soko.onboarding;

import africa.soko.access.Agreement;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The table `application`.
final class ApplicationStore {
  private static final String INSERT =
      """
      INSERT INTO application (application_id, business_name, email, use_case, website,
        technical_contact_email, consent_version, source, status, submitted_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9)
      """;

  private static final String NEWEST =
      """
      SELECT * FROM application WHERE lower(email) = lower($1)
      ORDER BY application_id DESC LIMIT 1
      """;

  private static final String PAGE =
      """
      SELECT * FROM application
      WHERE ($1::text IS NULL OR application_id < $1) AND ($2::text IS NULL OR status = $2)
      ORDER BY application_id DESC LIMIT $3
      """;

  private static final String LOCK =
      "SELECT * FROM application WHERE application_id = $1 FOR UPDATE";

  // Of two that have the address, the one whose owner is known.
  private static final String KNOWN =
      """
      SELECT partner_id FROM partner WHERE lower(email) = lower($1) AND email_verified
      ORDER BY identity_subject IS NULL, created_at LIMIT 1
      """;

  private static final String ADOPT =
      """
      UPDATE partner SET business_name = $2,
        technical_contact_email = coalesce($3, technical_contact_email)
      WHERE partner_id = $1
      """;

  private static final String DECIDE =
      """
      UPDATE application
      SET status = $2, decided_at = $3, partner_id = $4, rejection_reason = $5
      WHERE application_id = $1
      RETURNING *
      """;

  private final Pool platform;

  /// @param platform whose connections look into the schema `platform`
  ApplicationStore(Pool platform) {
    this.platform = platform;
  }

  Future<?> add(Application application) {
    return platform
        .preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addValue(application.applicationId())
                .addValue(application.businessName())
                .addValue(application.email())
                .addValue(application.useCase())
                .addValue(application.website())
                .addValue(application.technicalContactEmail())
                .addValue(application.consentVersion())
                .addValue(application.source())
                .addValue(application.submittedAt().atOffset(ZoneOffset.UTC)));
  }

  /// The last one of an address, whatever case it is written in.
  Future<Optional<Application>> newest(String email) {
    return platform
        .preparedQuery(NEWEST)
        .execute(Tuple.of(email))
        .map(rows -> Rows.first(rows, Application::read));
  }

  Future<List<Application>> page(Page page, @Nullable Review status) {
    return platform
        .preparedQuery(PAGE)
        .execute(Tuple.of(page.after(), status == null ? null : status.name(), page.limit() + 1))
        .map(rows -> Rows.map(rows, Application::read));
  }

  /// Makes it a partner, or gives it to the one whose verified address it is. A repeat changes
  /// nothing.
  ///
  /// Fails with NOT_FOUND, and with CONFLICT where it was rejected.
  ///
  /// @param fresh the id of a new partner
  Future<Application> approve(String id, String fresh, Agreement first, Instant now) {
    return platform
        .withTransaction(
            connection ->
                undecided(connection, id, Review.APPROVED)
                    .compose(
                        found ->
                            found.status() == Review.APPROVED
                                ? Future.succeededFuture(found)
                                : approve(connection, found, fresh, first, now)))
        .map(Objects::requireNonNull);
  }

  /// Says no. A repeat changes nothing.
  ///
  /// Fails with NOT_FOUND, and with CONFLICT where it was approved.
  Future<Application> reject(String id, String reason, Instant now) {
    return platform
        .withTransaction(
            connection ->
                undecided(connection, id, Review.REJECTED)
                    .compose(
                        found ->
                            found.status() == Review.REJECTED
                                ? Future.succeededFuture(found)
                                : decide(connection, id, Review.REJECTED, null, reason, now)))
        .map(Objects::requireNonNull);
  }

  private static Future<Application> undecided(SqlConnection connection, String id, Review wanted) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .compose(
            rows -> {
              var found = Rows.first(rows, Application::read).orElse(null);
              if (found == null) return refuse(ErrorCode.NOT_FOUND, "No such application");
              return found.status() == Review.PENDING || found.status() == wanted
                  ? Future.succeededFuture(found)
                  : refuse(ErrorCode.CONFLICT, "It was decided otherwise");
            });
  }

  private static Future<Application> approve(
      SqlConnection connection, Application found, String fresh, Agreement first, Instant now) {
    return connection
        .preparedQuery(KNOWN)
        .execute(Tuple.of(found.email()))
        .compose(
            rows ->
                rows.size() > 0
                    ? Future.succeededFuture(rows.iterator().next().getString(0))
                    : new PartnerStore(connection)
                        .insert(partner(found, fresh, now), first)
                        .map(Partner::partnerId))
        .compose(
            partnerId ->
                connection
                    .preparedQuery(ADOPT)
                    .execute(
                        Tuple.of(partnerId, found.businessName(), found.technicalContactEmail()))
                    .compose(
                        _ ->
                            decide(
                                connection,
                                found.applicationId(),
                                Review.APPROVED,
                                partnerId,
                                null,
                                now)));
  }

  private static Partner partner(Application found, String id, Instant now) {
    return new Partner(id, found.businessName(), found.email(), null, Partner.Status.ACTIVE, now);
  }

  private static Future<Application> decide(
      SqlConnection connection,
      String id,
      Review status,
      @Nullable String partnerId,
      @Nullable String reason,
      Instant now) {
    return connection
        .preparedQuery(DECIDE)
        .execute(Tuple.of(id, status.name(), now.atOffset(ZoneOffset.UTC), partnerId, reason))
        .map(rows -> Rows.first(rows, Application::read).orElseThrow());
  }

  private static <T> Future<T> refuse(ErrorCode code, String message) {
    return Future.failedFuture(Refused.of(code, "%s", message).asException());
  }
}
