package africa.soko.market.feed;

import java.util.List;

/// What was read from one file, or one answer.
///
/// @param name which it was, for the log
/// @param faults what is wrong with each row that is not among the others, in words
public record FeedRows(String name, List<FeedRow> rows, List<String> faults) {
  public FeedRows {
    rows = List.copyOf(rows);
    faults = List.copyOf(faults);
  }
}
