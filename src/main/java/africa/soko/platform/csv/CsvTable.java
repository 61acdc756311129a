package africa.soko.platform.csv;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A table that comes from outside: the first line names the columns, lines that begin with `#` are
/// passed over, and so are empty ones. A line that is shorter than the first lacks its last fields.
///
/// @param columns in lower case
public record CsvTable(List<String> columns, List<Line> lines) {
  private static final int FIELDS_MAX = 100;
  private static final int LINES_MAX = 200_000;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /// @param number of the line that it begins on, from 1
  public record Line(long number, List<String> columns, List<String> fields) {
    /// Whether it has fields for which there is no column, so that others may be out of place.
    public boolean isTooLong() {
      return fields.size() > columns.size();
    }

    /// A field by the name of its column; null where it has none.
    public @Nullable String get(String column) {
      var index = columns.indexOf(column);
      return index < 0 || index >= fields.size() ? null : fields.get(index);
    }
  }

  public CsvTable {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /// @throws IOException if it is no table, with words for a log
  public static CsvTable parse(String text) throws IOException {
    var plain = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    var columns = List.<String>of();
    var lines = new ArrayList<Line>();
    try (var records =
        CsvReader.builder()
            .commentStrategy(CommentStrategy.SKIP)
            .skipEmptyLines(true)
            .allowMissingFields(true)
            .allowExtraFields(true)
            .ofCsvRecord(plain)) {
      for (var each : records) {
        if (each.getFieldCount() > FIELDS_MAX) throw new IOException("has too many columns");
        if (lines.size() == LINES_MAX) throw new IOException("has too many lines");
        if (columns.isEmpty()) columns = names(each);
        else lines.add(new Line(each.getStartingLineNumber(), columns, each.getFields()));
      }
    } catch (CsvParseException e) {
      throw new IOException("is no CSV", e);
    }
    if (columns.stream().distinct().count() < columns.size()) {
      throw new IOException("names a column twice");
    }
    return new CsvTable(columns, lines);
  }

  private static List<String> names(CsvRecord header) {
    return header.getFields().stream().map(each -> each.strip().toLowerCase(Locale.ROOT)).toList();
  }
}
