package africa.soko.sandbox;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Hands a sandbox key to the browser of whoever started the service: what is printed is a ticket,
/// good for one time and an hour, so that a link that lies about opens nothing.
public final class OneTimeLink {
  /// How long a ticket is good.
  public static final Duration LIFETIME = Duration.ofHours(1);

  private static final int BYTES = 24;

  private final InstantSource clock;
  private final AtomicReference<@Nullable Offer> offer = new AtomicReference<>();

  private record Offer(String ticket, String sandboxKey, Instant end) {}

  public OneTimeLink(InstantSource clock) {
    this.clock = clock;
  }

  /// A ticket for a key; the one before is good no more.
  public String offer(String sandboxKey) {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    var ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    offer.set(new Offer(ticket, sandboxKey, clock.instant().plus(LIFETIME)));
    return ticket;
  }

  /// The key, the first time that its ticket is shown in time.
  Optional<String> redeem(String ticket) {
    var open = offer.get();
    if (open == null || !open.ticket.equals(ticket)) return Optional.empty();
    if (!offer.compareAndSet(open, null)) return Optional.empty();
    return clock.instant().isBefore(open.end) ? Optional.of(open.sandboxKey) : Optional.empty();
  }
}
