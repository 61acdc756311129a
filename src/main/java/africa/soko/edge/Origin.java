package africa.soko.edge;

import org.jspecify.annotations.Nullable;

/// Where a change comes from: who asks, under which key its answer is kept, and as which request it
/// is known.
///
/// @param idempotency null for what the service does of its own accord
public record Origin(Principal who, @Nullable Idempotency idempotency, RequestName request) {

  /// What becomes due by itself: a fill, an expiry, a settlement.
  public static final Origin SERVICE = new Origin(new Principal.Service(), null, RequestName.NONE);

  /// A change of the service itself that is made once, however often it is asked for.
  public static Origin service(Idempotency once) {
    return new Origin(new Principal.Service(), once, RequestName.NONE);
  }
}
