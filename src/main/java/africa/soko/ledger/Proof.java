package africa.soko.ledger;

/// Something that must hold in the books of an environment. The feature that owns the tables
/// declares it.
///
/// @param name what must hold, as a sentence
/// @param violations the query for the rows that break it, as partner, subject and detail
public record Proof(String name, String violations) {}
