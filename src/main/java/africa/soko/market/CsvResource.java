package africa.soko.market;

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
final class CsvResource {
  private CsvResource() {}

  static <T> List<T> read(String name, Function<NamedCsvRecord, T> row) {
    var stream = CsvResource.class.getResourceAsStream("/market/" + name);
    if (stream == null) throw new IllegalStateException("Missing resource market/" + name);
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
  static @Nullable String optional(NamedCsvRecord row, String field) {
    var text = row.getField(field);
    return text.isEmpty() ? null : text;
  }

  private static <T> T parse(String name, NamedCsvRecord row, Function<NamedCsvRecord, T> parser) {
    try {
      return parser.apply(row);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "market/" + name + ", line " + row.getStartingLineNumber() + ": " + e.getMessage(), e);
    }
  }
}
