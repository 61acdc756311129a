package africa.soko.webhook;

import africa.soko.event.LoggedEvent;
import io.vertx.core.buffer.Buffer;

/// A delivery that was claimed for an attempt.
///
/// @param attempts how many were made before
/// @param url where it goes
/// @param sealedSecret what signs it
record DueDelivery(
    String webhookId, int attempts, String url, Buffer sealedSecret, LoggedEvent event) {}
