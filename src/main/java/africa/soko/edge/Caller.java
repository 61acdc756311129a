package africa.soko.edge;

import java.util.Set;

/// Who sends a request that carries a key, as far as the edge and the rules need to know.
///
/// @param scopes what the credential may do, as `resource:action`
/// @param subAccountId the only sub-account this credential may see, or null for all of the partner
public record Caller(
    String partnerId,
    Environment environment,
    String keyId,
    CredentialType type,
    Set<String> scopes,
    PartnerTerms terms,
    @org.jspecify.annotations.Nullable String subAccountId)
    implements Principal {

  /// What kind of key was shown (SPEC "Credentials").
  public enum CredentialType {
    FULL,
    DATA
  }

  /// What was agreed with a partner.
  ///
  /// @param baseFeeBps the service's fee in basis points of the gross amount
  /// @param markupFeeBps the partner's own fee on top, in basis points
  /// @param requestsPerMinute the ceiling of the partner's bucket
  public record PartnerTerms(
      String tier, int baseFeeBps, int markupFeeBps, int requestsPerMinute, int streams) {}
}
