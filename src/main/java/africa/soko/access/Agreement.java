package africa.soko.access;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import org.jspecify.annotations.Nullable;

/// What is agreed with a partner for one environment by itself.
///
/// @param baseFeeBps the service's fee in basis points of the gross amount
/// @param markupFeeBps the partner's own fee on top, in basis points
/// @param requestsPerMinute an agreed ceiling, or null for that of the tier or of the sandbox
/// @param streams an agreed number of streams, or null for that of the tier or of the sandbox
public record Agreement(
    Tier tier,
    int baseFeeBps,
    int markupFeeBps,
    @Nullable Integer requestsPerMinute,
    @Nullable Integer streams,
    boolean oauthClientCredentialsEnabled) {

  /// An agreement as it is stored.
  public record Row(String partnerId, Environment environment, Agreement agreement) {}

  public static final Table<Row> TABLE =
      Table.<Row>named("platform.partner_terms")
          .key("partner_id", Row::partnerId)
          .key("environment", row -> row.environment.name())
          .constant("tier", row -> row.agreement.tier)
          .integer("base_fee_bps", row -> row.agreement.baseFeeBps)
          .integer("markup_fee_bps", row -> row.agreement.markupFeeBps)
          .integer("requests_per_minute", row -> row.agreement.requestsPerMinute)
          .integer("streams", row -> row.agreement.streams)
          .flag(
              "oauth_client_credentials_enabled",
              row -> row.agreement.oauthClientCredentialsEnabled)
          .readBy(
              f ->
                  new Row(
                      f.text("partner_id"),
                      f.constant("environment", Environment.class),
                      PartnerStore.agreement(f.row())));

  public static Key key(String partnerId, Environment environment) {
    return Key.of(partnerId, environment.name());
  }

  public Agreement with(Tier newTier) {
    return new Agreement(
        newTier,
        baseFeeBps,
        markupFeeBps,
        requestsPerMinute,
        streams,
        oauthClientCredentialsEnabled);
  }

  /// With what every partner begins.
  public static Agreement first(int baseFeeBps, int markupFeeBps) {
    return new Agreement(Tier.STARTER, baseFeeBps, markupFeeBps, null, null, false);
  }
}
