package africa.soko.market.feed;

import africa.soko.market.feed.RowReader.RowFault;
import africa.soko.platform.csv.CsvTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Prices as lines: a header that names the columns in any order, then one price a line. Columns
/// that it does not know are passed over.
final class CsvPrices {
  private static final List<String> REQUIRED =
      List.of(
          RowReader.SYMBOL,
          RowReader.PRICE,
          RowReader.PREVIOUS_CLOSE,
          RowReader.VOLUME,
          RowReader.AS_OF);

  private CsvPrices() {}

  /// @throws IOException if it is no such table; a bad row in it is only told
  static FeedRows read(String name, String text) throws IOException {
    var table = CsvTable.parse(text);
    var missing = REQUIRED.stream().filter(each -> !table.columns().contains(each)).toList();
    if (!missing.isEmpty()) throw new IOException("has no column " + String.join(", ", missing));
    var rows = new ArrayList<FeedRow>();
    var faults = new ArrayList<String>();
    for (var line : table.lines()) {
      try {
        if (line.isTooLong()) throw new RowFault("has more fields than there are columns");
        rows.add(RowReader.read(line::get));
      } catch (RowFault e) {
        faults.add("line %d: %s".formatted(line.number(), e.getMessage()));
      }
    }
    return new FeedRows(name, rows, faults);
  }
}
