package africa.soko.platform.csv;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A table that ships with the program. A row that cannot be read is a fault of the build, so it
/// ends the start with its line number.
public final class CsvResource {
  private CsvResource() {}

  /// @param name such as `market/exchanges.csv`
  public static <T> List<T> read(String name, Function<NamedCsvRecord, T> row) {
    var stream = CsvResource.class.getResourceAsStream("/" + name);
    if (stream == null) throw new IllegalStateException("Missing resource " + name);
    try (var records =
        CsvReader.builder()
            .commentStrategy(CommentStrategy.SKIP)
            .ofNamedCsvRecord(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return records.stream().map(each -> parse(name, each, row)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The field, or `null` where it is empty: what is not known stays unknown.
  public static @Nullable String optional(NamedCsvRecord row, String field) {
    var text = row.getField(field);
    return text.isEmpty() ? null : text;
  }

  private static <T> T parse(String name, NamedCsvRecord row, Function<NamedCsvRecord, T> parser) {
    try {
      return parser.apply(row);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          name + ", line " + row.getStartingLineNumber() + ": " + e.getMessage(), e);
    }
  }
}
