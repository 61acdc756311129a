package africa.soko.market.exchange;

/// What a country does when a holiday falls on a weekend. The day itself stays listed either way.
public enum ObservedRule {
  /// The day is lost.
  NONE,
  /// A Sunday moves to the Monday after it; where that is a holiday already, nothing is added.
  SUNDAY_TO_MONDAY,
  /// A Sunday moves to the next day that is neither weekend nor holiday.
  SUNDAY_TO_WORKDAY,
  /// A Saturday or Sunday moves to the next day that is neither weekend nor holiday.
  WEEKEND_TO_WORKDAY
}
