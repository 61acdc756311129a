package africa.soko.feature;

import org.jspecify.annotations.Nullable;

/// One thing that a partner's software shows in the sandbox before the partner goes live (SPEC
/// "Operations whose path is not shown", go-live certification).
///
/// @param checkId stable, of small letters and `_`
/// @param title what is shown, in a sentence
/// @param evidence an SQL condition over the schema of the sandbox that holds once the partner `$1`
///   has shown it: `recent` has `event` and `sequence` of the partner's latest events, `moment` has
///   `now`. Null where it is seen as it happens.
public record Check(String checkId, String title, @Nullable String evidence) {

  /// Shown by an event of the partner.
  public static Check ofEvent(String checkId, String title, String event) {
    return new Check(
        checkId, title, "EXISTS (SELECT FROM recent WHERE event = '%s')".formatted(event));
  }

  /// Shown by an event of the partner that comes after another.
  public static Check ofEvents(String checkId, String title, String first, String then) {
    return new Check(
        checkId,
        title,
        "(SELECT min(sequence) FROM recent WHERE event = '"
            + first
            + "') < (SELECT max(sequence) FROM recent WHERE event = '"
            + then
            + "')");
  }
}
