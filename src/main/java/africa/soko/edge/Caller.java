package africa.soko.edge;

import java.util.Set;

/// Who sends a request with a credential of a partner, as far as the edge and the rules need to
/// know.
public sealed interface Caller extends Principal {
  String partnerId();

  Environment environment();

  /// The public name of the credential.
  String keyId();

  /// What the credential may do, as `resource:action`.
  Set<String> scopes();

  PartnerTerms terms();

  /// The holder of one of the partner's own keys.
  record KeyHolder(
      String partnerId,
      Environment environment,
      String keyId,
      CredentialType type,
      Set<String> scopes,
      PartnerTerms terms)
      implements Caller {}

  /// The holder of a short-lived token for one end user's sub-account.
  ///
  /// @param subAccountId the only sub-account it may see
  record SubAccountToken(
      String partnerId,
      Environment environment,
      String keyId,
      Set<String> scopes,
      PartnerTerms terms,
      String subAccountId)
      implements Caller {}

  /// A member of the partner's organisation, by a short-lived token.
  ///
  /// @param scopes what the key behind it, the member's role and the policies let it do now
  record Session(
      String partnerId,
      Environment environment,
      String keyId,
      Set<String> scopes,
      PartnerTerms terms,
      String memberId)
      implements Caller {}

  /// What kind of key was shown (SPEC "Credentials").
  enum CredentialType {
    FULL,
    DATA
  }

  /// What was agreed with a partner.
  ///
  /// @param baseFeeBps the service's fee in basis points of the gross amount
  /// @param markupFeeBps the partner's own fee on top, in basis points
  /// @param requestsPerMinute the ceiling of the partner's bucket
  /// @param rules what the partner itself demands of requests with the credential
  record PartnerTerms(
      String tier,
      int baseFeeBps,
      int markupFeeBps,
      int requestsPerMinute,
      int streams,
      AccessRules rules) {

    /// Of a partner that demands nothing.
    public PartnerTerms(
        String tier, int baseFeeBps, int markupFeeBps, int requestsPerMinute, int streams) {
      this(tier, baseFeeBps, markupFeeBps, requestsPerMinute, streams, AccessRules.NONE);
    }
  }

  /// Whether it reads market data and no more.
  default boolean showsDataKey() {
    return this instanceof KeyHolder holder && holder.type == CredentialType.DATA;
  }
}
