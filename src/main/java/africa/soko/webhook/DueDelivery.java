package africa.soko.webhook;

import africa.soko.event.LoggedEvent;

/// A delivery that was claimed for an attempt.
///
/// @param attempts how many were made before
/// @param url where it goes
/// @param secrets what signs it
/// @param failing whether the last attempt before had failed
/// @param answers whether it had succeeded
record DueDelivery(
    String webhookId,
    int attempts,
    String url,
    SealedSecrets secrets,
    boolean failing,
    boolean answers,
    LoggedEvent event) {}
