/// The event log: what happened, once, in order.
///
/// What always holds: an event is written in the transaction of its cause; the sequence of a
/// partner starts at 1, has no gap and follows the order of commits. Everything that tells of new
/// events besides the log is only a hint.
package africa.soko.event;
