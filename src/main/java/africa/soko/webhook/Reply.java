package africa.soko.webhook;

import africa.soko.webhook.DeliveryAttempt.Failure;
import org.jspecify.annotations.Nullable;

/// What came back from an endpoint.
///
/// @param statusCode null if it did not answer
/// @param failure null if it answered 2xx in time
/// @param snippet the start of the answer's body, or null if there was none
record Reply(
    @Nullable Integer statusCode,
    @Nullable Failure failure,
    @Nullable String snippet,
    int durationMs) {}
