package africa.soko.edge.request;

import africa.soko.edge.Maintenance;
import africa.soko.edge.Policy;
import africa.soko.edge.RateLimit;
import africa.soko.edge.Routes;
import africa.soko.edge.http.TrustedProxies;
import java.time.InstantSource;
import java.util.function.Supplier;

/// What the steps of an [Edge] are made of.
///
/// @param site where partners reach the service, or nothing
public record Steps(
    Routes routes,
    Supplier<Maintenance> maintenance,
    Authentication authentication,
    RateLimit rateLimit,
    Policy policy,
    IdempotencyKeys keys,
    IdempotencyTurns turns,
    Refusals refusals,
    Served served,
    TrustedProxies proxies,
    EdgeMetrics metrics,
    Deadlines deadlines,
    String site,
    InstantSource clock) {}
