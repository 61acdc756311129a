package africa.soko.access;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The table `partner`.
public final class PartnerStore {
  private static final String COLUMNS =
      "partner_id, business_name, email, identity_subject, tier, status, base_fee_bps,"
          + " markup_fee_bps, requests_per_minute, streams, oauth_client_credentials_enabled,"
          + " created_at";

  private final SqlClient client;

  /// @param client a pool, or a connection inside a transaction
  public PartnerStore(SqlClient client) {
    this.client = client;
  }

  /// Adds a partner unless its identity has one, and gives the partner of the identity.
  public Future<Partner> insert(Partner partner) {
    var tuple =
        Tuple.tuple()
            .addValue(partner.partnerId())
            .addValue(partner.businessName())
            .addValue(partner.email())
            .addValue(partner.identitySubject())
            .addValue(partner.tier().name())
            .addValue(partner.status().name())
            .addValue(partner.baseFeeBps())
            .addValue(partner.markupFeeBps())
            .addValue(partner.requestsPerMinute())
            .addValue(partner.streams())
            .addValue(partner.oauthClientCredentialsEnabled())
            .addValue(utc(partner.createdAt()));
    // The update changes nothing: it makes the row of the one who came first come back.
    return client
        .preparedQuery(
            "INSERT INTO partner ("
                + COLUMNS
                + ") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)"
                + " ON CONFLICT (identity_subject)"
                + " DO UPDATE SET identity_subject = EXCLUDED.identity_subject RETURNING "
                + COLUMNS)
        .execute(tuple)
        .map(rows -> partner(rows.iterator().next()));
  }

  public Future<Optional<Partner>> find(String partnerId) {
    return one("partner_id = $1", partnerId);
  }

  public Future<Optional<Partner>> findByIdentity(String subject) {
    return one("identity_subject = $1", subject);
  }

  private Future<Optional<Partner>> one(String condition, String value) {
    return client
        .preparedQuery("SELECT " + COLUMNS + " FROM partner WHERE " + condition)
        .execute(Tuple.of(value))
        .map(rows -> rows.stream().findFirst().map(PartnerStore::partner));
  }

  static Partner partner(Row row) {
    return new Partner(
        row.getString("partner_id"),
        row.getString("business_name"),
        row.getString("email"),
        row.getString("identity_subject"),
        Tier.valueOf(row.getString("tier")),
        Partner.Status.valueOf(row.getString("status")),
        row.getInteger("base_fee_bps"),
        row.getInteger("markup_fee_bps"),
        row.getInteger("requests_per_minute"),
        row.getInteger("streams"),
        row.getBoolean("oauth_client_credentials_enabled"),
        row.getOffsetDateTime("created_at").toInstant());
  }

  static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }
}
