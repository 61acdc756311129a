/// The edge: how a request is recognised, checked and answered. It knows operations, callers and
/// errors, and no business rule.
///
/// What always holds: every answer carries a request id; every failure has the error shape; a step
/// that refuses ends the request, and nothing behind it has run.
package africa.soko.edge;
