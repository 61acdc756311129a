package africa.soko.market.exchange;

import java.time.LocalDate;

/// What an operator declares of one day at one exchange, against its rules.
///
/// @param exchange the exchange's code
/// @param trades whether it trades on that day; on a weekend it does not in any case
public record HolidayOverride(String exchange, LocalDate date, boolean trades, String reason) {}
