package africa.soko.access;

import africa.soko.edge.Environment;
import africa.soko.edge.Page;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tables `partner` and `partner_terms`.
public final class PartnerStore {
  private static final String COLUMNS =
      "partner_id, business_name, email, identity_subject, status, created_at";

  // Its identity, where it comes with one, is its owner.
  private static final String INSERT =
      """
      WITH made AS (
        INSERT INTO partner (%1$s, email_verified) VALUES ($1, $2, $3, $4, $5, $6, $14)
        RETURNING %1$s
      ), agreed AS (
        INSERT INTO partner_terms (partner_id, environment, tier, base_fee_bps, markup_fee_bps,
          requests_per_minute, streams, oauth_client_credentials_enabled)
        SELECT partner_id, environment, $8, $9, $10, $11, $12, $13
        FROM made, unnest($7::text[]) AS environment
      ), owner AS (
        INSERT INTO member (partner_id, member_id, email, role, status, identity_subject,
          created_at, joined_at)
        SELECT partner_id, 'mem_' || substr(partner_id, 5), email, 'OWNER', 'ACTIVE',
          identity_subject, created_at, created_at
        FROM made WHERE identity_subject IS NOT NULL
      )
      SELECT * FROM made
      """
          .formatted(COLUMNS);

  private static final String AGREED =
      "SELECT * FROM partner_terms WHERE partner_id = $1 AND environment = $2";

  private static final String PAGE =
      """
      SELECT * FROM partner JOIN partner_terms USING (partner_id)
      WHERE environment = 'LIVE' AND ($1::text IS NULL OR partner_id < $1)
      ORDER BY partner_id DESC LIMIT $2
      """;

  private static final String[] ENVIRONMENTS = {
    Environment.LIVE.name(), Environment.SANDBOX.name(),
  };

  private final SqlClient client;

  /// A partner, and what is agreed for its live environment.
  public record Agreed(Partner partner, Agreement live) {}

  /// @param client a pool, or a connection inside a transaction
  public PartnerStore(SqlClient client) {
    this.client = client;
  }

  /// The same for a partner whose address nobody has verified.
  public Future<Partner> insert(Partner partner, Agreement first) {
    return insert(partner, false, first);
  }

  /// Adds a partner, and its owner. Fails where the identity is a member of one already.
  ///
  /// @param isVerified whether the email address is known to be its owner's
  /// @param first what a new partner begins with, in each environment
  public Future<Partner> insert(Partner partner, boolean isVerified, Agreement first) {
    var tuple =
        Tuple.tuple()
            .addValue(partner.partnerId())
            .addValue(partner.businessName())
            .addValue(partner.email())
            .addValue(partner.identitySubject())
            .addValue(partner.status().name())
            .addValue(utc(partner.createdAt()))
            .addValue(ENVIRONMENTS)
            .addValue(first.tier().name())
            .addValue(first.baseFeeBps())
            .addValue(first.markupFeeBps())
            .addValue(first.requestsPerMinute())
            .addValue(first.streams())
            .addValue(first.oauthClientCredentialsEnabled())
            .addValue(isVerified);
    return client.preparedQuery(INSERT).execute(tuple).map(rows -> partner(rows.iterator().next()));
  }

  /// Who acts for them.
  public MemberStore members() {
    return new MemberStore(client);
  }

  public Future<Optional<Partner>> find(String partnerId) {
    return client
        .preparedQuery("SELECT " + COLUMNS + " FROM partner WHERE partner_id = $1")
        .execute(Tuple.of(partnerId))
        .map(rows -> rows.stream().findFirst().map(PartnerStore::partner));
  }

  /// What is agreed with a partner for one environment.
  public Future<Optional<Agreement>> agreed(String partnerId, Environment environment) {
    return client
        .preparedQuery(AGREED)
        .execute(Tuple.of(partnerId, environment.name()))
        .map(rows -> rows.stream().findFirst().map(PartnerStore::agreement));
  }

  /// The partners of one page, newest first, and one more if there are more.
  public Future<List<Agreed>> page(Page page) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(page.after(), page.limit() + 1))
        .map(rows -> rows.stream().map(row -> new Agreed(partner(row), agreement(row))).toList());
  }

  static Partner partner(Row row) {
    return new Partner(
        row.getString("partner_id"),
        row.getString("business_name"),
        row.getString("email"),
        row.getString("identity_subject"),
        Partner.Status.valueOf(row.getString("status")),
        row.getOffsetDateTime("created_at").toInstant());
  }

  static Agreement agreement(Row row) {
    return new Agreement(
        Tier.valueOf(row.getString("tier")),
        row.getInteger("base_fee_bps"),
        row.getInteger("markup_fee_bps"),
        row.getInteger("requests_per_minute"),
        row.getInteger("streams"),
        row.getBoolean("oauth_client_credentials_enabled"));
  }

  static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }
}
