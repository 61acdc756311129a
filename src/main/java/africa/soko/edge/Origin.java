package africa.soko.edge;

import org.jspecify.annotations.Nullable;

/// Where a change comes from: who asks, under which key its answer is kept, and as which request it
/// is known.
///
/// @param idempotency null for what the service does of its own accord
/// @param asked what the audit log says of it; null for what is not told there
/// @param scope what the credential needs for it, or null
/// @param policy the revision of the organisation's policy by which it needs nobody's consent; null
///   where that was not looked at
public record Origin(
    Principal who,
    @Nullable Idempotency idempotency,
    RequestName request,
    @Nullable Asked asked,
    @Nullable String scope,
    @Nullable Integer policy) {

  /// What becomes due by itself: a fill, an expiry, a settlement.
  public static final Origin SERVICE = of(new Principal.Service(), null, RequestName.NONE);

  /// A change of the service itself that is made once, however often it is asked for.
  public static Origin service(Idempotency once) {
    return of(new Principal.Service(), once, RequestName.NONE);
  }

  /// The same of a step whose answer is not the one that is kept.
  public Origin unkept() {
    return new Origin(who, null, request, asked, scope, policy);
  }

  /// A change that the audit log does not tell of.
  public static Origin of(Principal who, @Nullable Idempotency idempotency, RequestName request) {
    return new Origin(who, idempotency, request, null, null, null);
  }
}
