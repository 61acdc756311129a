/// The edge: what features and requests speak of to each other. Operations and where they are
/// bound, calls and answers, callers and errors; and no business rule.
///
/// What always holds: an operation is bound once, and answers only what the contract has; a refusal
/// is told in one shape.
package africa.soko.edge;
