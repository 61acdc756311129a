package africa.soko.market.exchange;

import static africa.soko.platform.csv.CsvResource.optional;

import africa.soko.platform.csv.CsvResource;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The exchange directory, in the order of the specification.
public final class Exchanges {
  private static final int ASCII_END = 0x80;

  private final List<Exchange> all;
  private final Map<String, Exchange> byCode;

  public Exchanges(List<Exchange> all) {
    this.all = List.copyOf(all);
    this.byCode = new LinkedHashMap<>();
    for (var exchange : all) {
      if (byCode.put(exchange.code(), exchange) != null) {
        throw new IllegalArgumentException("Exchange " + exchange.code() + " is listed twice");
      }
    }
  }

  /// The 14 exchanges that ship with the program.
  public static Exchanges load() {
    return new Exchanges(CsvResource.read("market/exchanges.csv", Exchanges::exchange));
  }

  public List<Exchange> all() {
    return all;
  }

  /// The exchange of a code such as `NSE`, in any case; empty is the caller's UNKNOWN_EXCHANGE.
  public Optional<Exchange> byCode(String code) {
    // Some letters of other alphabets become Latin ones in upper case.
    if (!code.chars().allMatch(letter -> letter < ASCII_END)) return Optional.empty();
    return Optional.ofNullable(byCode.get(code.toUpperCase(Locale.ROOT)));
  }

  private static Exchange exchange(NamedCsvRecord row) {
    var ticks = optional(row, "ticks");
    var band = optional(row, "daily_band");
    var lot = optional(row, "lot_size");
    return new Exchange(
        row.getField("code"),
        row.getField("suffix"),
        row.getField("name"),
        row.getField("country"),
        row.getField("currency"),
        ZoneId.of(row.getField("zone")),
        row.getField("mic"),
        new Hours(LocalTime.parse(row.getField("open")), LocalTime.parse(row.getField("close"))),
        ramadanHours(optional(row, "ramadan_open"), optional(row, "ramadan_close")),
        Arrays.stream(row.getField("weekend").split(" ", -1))
            .map(DayOfWeek::valueOf)
            .collect(Collectors.toUnmodifiableSet()),
        ObservedRule.valueOf(row.getField("observed")),
        Integer.parseInt(row.getField("settlement_days")),
        ticks == null ? null : TickTable.parse(ticks),
        band == null ? null : new BigDecimal(band),
        lot == null ? null : Integer.valueOf(lot));
  }

  private static @Nullable Hours ramadanHours(@Nullable String open, @Nullable String close) {
    if (open == null || close == null) return null;
    return new Hours(LocalTime.parse(open), LocalTime.parse(close));
  }
}
