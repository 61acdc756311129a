package africa.soko.trading;

import java.time.Instant;
import java.time.LocalDate;

/// When a fill settles: T+N business days of the exchange.
///
/// @param begins when that day begins at the exchange
public record SettlementDay(LocalDate date, Instant begins) {}
