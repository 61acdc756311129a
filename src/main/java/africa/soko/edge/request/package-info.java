/// The way of a request, step by step, from its first line to its answer, and what each step asks
/// of the features.
///
/// What always holds: every answer carries a request id; every failure has the error shape; a step
/// that refuses ends the request, and nothing behind it has run.
package africa.soko.edge.request;
