/// Webhooks: who wants which events where, and bringing them there.
///
/// What always holds: every event of the log that a webhook subscribes to becomes exactly one row
/// to deliver, in one statement with the webhook's cursor, and a replay makes such rows once more,
/// in one statement with how far it has come; that row goes only when the endpoint has answered 2xx
/// or every attempt is used up. An attempt is leased, so that it runs once while its node lives and
/// again when it died. No partner and no endpoint has more than its share of the attempts that run.
/// No request goes to an address that [AddressGuard] refuses, whatever a name resolved to before. A
/// secret is sealed wherever it is stored and shown once.
package africa.soko.webhook;
