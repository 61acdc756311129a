package africa.soko.market.exchange;

import java.time.LocalDate;

/// A day on which an exchange does not trade, whatever the day of the week.
///
/// @param exchange the exchange's code
/// @param estimated true where a moon sighting or a gazette may still move the day
public record Holiday(String exchange, LocalDate date, String reason, boolean estimated) {}
