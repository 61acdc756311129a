package africa.soko.market.feed;

import africa.soko.market.feed.RowReader.Cells;
import africa.soko.market.feed.RowReader.RowFault;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.platform.csv.CsvTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Prices as lines: a header that names the columns in any order, then one price a line; or candles
/// of the past, where there is a column `date`. Columns that it does not know are passed over.
final class CsvPrices {
  private static final List<String> OF_A_PRICE =
      List.of(
          RowReader.SYMBOL,
          RowReader.PRICE,
          RowReader.PREVIOUS_CLOSE,
          RowReader.VOLUME,
          RowReader.AS_OF);

  private static final List<String> OF_A_CANDLE =
      List.of(RowReader.SYMBOL, RowReader.DATE, RowReader.CLOSE, RowReader.VOLUME);

  private CsvPrices() {}

  /// Reads one row.
  private interface Reading<T> {
    T read(Cells cells) throws RowFault;
  }

  /// Prices alone.
  ///
  /// @throws IOException if it is no such table; a bad row in it is only told
  static FeedRows read(String name, String text) throws IOException {
    var faults = new ArrayList<String>();
    return new FeedRows(name, prices(CsvTable.parse(text), faults), faults);
  }

  /// Prices, or candles.
  ///
  /// @throws IOException if it is no such table; a bad row in it is only told
  static FeedRows readAny(String name, String text) throws IOException {
    var table = CsvTable.parse(text);
    var faults = new ArrayList<String>();
    if (!table.columns().contains(RowReader.DATE)) {
      return new FeedRows(name, prices(table, faults), faults);
    }
    List<SymbolCandle> candles = rows(table, OF_A_CANDLE, RowReader::readCandle, faults);
    return new FeedRows(name, List.of(), candles, faults);
  }

  private static List<FeedRow> prices(CsvTable table, List<String> faults) throws IOException {
    return rows(table, OF_A_PRICE, RowReader::read, faults);
  }

  private static <T> List<T> rows(
      CsvTable table, List<String> required, Reading<T> reading, List<String> faults)
      throws IOException {
    var missing = required.stream().filter(each -> !table.columns().contains(each)).toList();
    if (!missing.isEmpty()) throw new IOException("has no column " + String.join(", ", missing));
    var rows = new ArrayList<T>();
    for (var line : table.lines()) {
      try {
        if (line.isTooLong()) throw new RowFault("has more fields than there are columns");
        rows.add(reading.read(line::get));
      } catch (RowFault e) {
        faults.add("line %d: %s".formatted(line.number(), e.getMessage()));
      }
    }
    return rows;
  }
}
