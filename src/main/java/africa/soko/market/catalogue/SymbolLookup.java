package africa.soko.market.catalogue;

import java.util.List;

/// What became of a symbol that a caller sent.
public sealed interface SymbolLookup {
  record Found(Instrument instrument) implements SymbolLookup {}

  /// A bare ticker that several exchanges use: INVALID_SYMBOL with `candidates[]`.
  record Ambiguous(List<String> candidates) implements SymbolLookup {}

  /// Well formed, but not an instrument: NOT_FOUND.
  record Unknown() implements SymbolLookup {}

  /// Not a symbol at all: INVALID_SYMBOL.
  record Malformed() implements SymbolLookup {}
}
