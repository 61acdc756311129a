/// The stream: a partner's events as server-sent events, from wherever it left off.
///
/// What always holds: a subscriber gets every event after its position once and in order, because
/// its position in the log is the only state it has, and past and present are read alike. Who reads
/// too slowly is cut off and may resume; nothing is dropped silently. What is buffered for a
/// subscriber is bounded.
package africa.soko.stream;
