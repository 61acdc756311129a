/// Instruments: which there are, what their symbols are, and whether they trade.
///
/// What always holds here: a catalogue never changes; a symbol names one instrument, a bare ticker
/// only where no other exchange uses it.
package africa.soko.market.catalogue;
