package africa.soko.market.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.market.price.DataQuality;
import africa.soko.market.price.DayRange;
import africa.soko.market.price.FeedPrice;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedRowsTest {
  private static final String HEADER = "symbol,price,previous_close,volume,as_of\n";

  @Test
  void a_whole_line_is_read_with_all_that_it_says() throws IOException {
    var text =
        """
        # of the exchange
        As_Of,SYMBOL, price ,previous_close,volume,open,high,low,currency,data_quality,note

        2026-07-15T12:00:00+03:00,scom.ke,26.050,25.75,1840200,25.8,26.1,25.75,KES,EOD,"a, b"
        """;
    var rows = CsvPrices.read("a", text).rows();
    assertThat(rows).containsExactly(whole());
    var json =
        """
        {"prices": [{"symbol": "SCOM.KE", "price": 26.05, "previousClose": 25.75, "volume": 1840200,
          "asOf": "2026-07-15T09:00:00Z", "open": 25.8, "high": 26.1, "low": 25.75,
          "currency": "KES", "dataQuality": "EOD", "note": [1]}], "more": {}}
        """;
    assertThat(JsonPrices.read("a", json).rows()).containsExactly(whole());
  }

  @Test
  void what_may_be_left_out_stays_unknown() throws IOException {
    var text =
        "\uFEFF" + HEADER.replace("\n", ",open,high\r\n") + "A1.ZA,1,2,0,2026-07-15T09:00Z\r\n";
    var row = CsvPrices.read("a", text).rows().getFirst();
    assertThat(row.currency()).isNull();
    assertThat(row.price().range()).isEqualTo(DayRange.UNKNOWN);
    assertThat(row.price().dataQuality()).isEqualTo(DataQuality.DELAYED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SCOM|1|1|1|2026-07-15T09:00Z|symbol SCOM is not one such as SCOM.KE",
        "|1|1|1|2026-07-15T09:00Z|symbol is missing",
        "A.KE|x|1|1|2026-07-15T09:00Z|price x is not a price such as 26.05",
        "A.KE|-1|1|1|2026-07-15T09:00Z|price -1 is not a price",
        "A.KE|1e3|1|1|2026-07-15T09:00Z|price 1e3 is not a price",
        "A.KE|NaN|1|1|2026-07-15T09:00Z|price NaN is not a price",
        "A.KE|'1,5'|1|1|2026-07-15T09:00Z|has more fields than there are columns",
        "A.KE|0.000|1|1|2026-07-15T09:00Z|price 0.000 is not above zero",
        "A.KE|1.0000001|1|1|2026-07-15T09:00Z|price 1.0000001 has more than six decimals",
        "A.KE|9999999999999|1|1|2026-07-15T09:00Z|price 9999999999999 is not a price",
        "A.KE|1||1|2026-07-15T09:00Z|previous_close is missing",
        "A.KE|1|1|1.5|2026-07-15T09:00Z|volume 1.5 is not a whole number",
        "A.KE|1|1|-1|2026-07-15T09:00Z|volume -1 is not a whole number",
        "A.KE|1|1|1|2026-07-15|as_of 2026-07-15 is not a time such as 2026-03-02T09:15:00Z",
        "A.KE|1|1|1|2026-07-15T09:00|as_of 2026-07-15T09:00 is not a time",
        "A.KE|1|1|1|1999-12-31T09:00Z|as_of 1999-12-31T09:00Z is too long ago",
      })
  void a_bad_line_is_told_and_the_others_are_read(
      String symbol, String price, String close, String volume, String asOf, String fault)
      throws IOException {
    var bad =
        String.join(
            ",", symbol == null ? "" : symbol, price, close == null ? "" : close, volume, asOf);
    var read = CsvPrices.read("a", HEADER + bad + "\nA.KE,1,1,1,2026-07-15T09:00Z\n");
    assertThat(read.rows()).hasSize(1);
    assertThat(read.faults()).singleElement().asString().startsWith("line 2: ").contains(fault);
  }

  @ParameterizedTest
  @CsvSource({"2,3,1,high", "2,1.5,1,high", "2,3,2.5,low", ",1,1,high", ",,2.5,low"})
  void a_range_that_does_not_hold_its_price_is_a_fault(
      String open, String high, String low, String named) throws IOException {
    var header = HEADER.replace("\n", ",open,high,low\n");
    var given = "A.KE,2,2,1,2026-07-15T09:00Z,%s,%s,%s\n";
    var line = given.formatted(or(open), or(high), or(low));
    var read = CsvPrices.read("a", header + line);
    if (named.equals("high") && "3".equals(high)) assertThat(read.rows()).hasSize(1);
    else assertThat(read.faults()).singleElement().asString().contains(named + " is not the");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "<html>Bad gateway</html>",
        "symbol,price\nA.KE,1\n",
        "symbol,symbol,price,previous_close,volume,as_of\n",
        "symbol,price,previous_close,volume,as_of\n\"never closed"
      })
  void what_is_no_table_is_refused_as_a_whole(String text) {
    assertThatThrownBy(() -> require(CsvPrices.read("a", text))).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "null",
        "{\"prices\": {}}",
        "{\"prices\": [1]} x",
        "{\"prices\": [], \"prices\": []}",
        "{\"prices\": [[[[[[[[[[[]]]]]]]]]]]}",
        "<html>"
      })
  void what_is_no_such_object_is_refused_as_a_whole(String text) {
    assertThatThrownBy(() -> JsonPrices.read("a", text)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "null",
        "{}",
        "{\"symbol\": 1}",
        "{\"symbol\": \"A.KE\", \"price\": \"1\"}",
        "{\"symbol\": \"A.KE\", \"price\": 1e999999999}",
        "{\"symbol\": \"A.KE\", \"price\": 1e-999999999}",
        "{\"symbol\": \"A.KE\", \"price\": 1, \"previousClose\": true}"
      })
  void a_bad_element_is_told(String element) throws IOException {
    var read = JsonPrices.read("a", "{\"prices\": [" + element + "]}");
    assertThat(read.rows()).isEmpty();
    assertThat(read.faults()).singleElement().asString().startsWith("prices[0]: ");
  }

  /// Whatever is cut, doubled or turned in a file: it is refused as a whole, or each of its lines
  /// is either a row or a fault, and no fault carries more than a few printable characters of it.
  @Test
  void spoilt_files_never_do_more_than_fail() {
    var sound = new StringBuilder(HEADER.replace("\n", ",open,high,low\n"));
    for (var line = 1; line <= 20; line++) {
      sound.append(
          "A%d.KE,%d.5,%d,%d,2026-07-15T09:%02d:00Z,,,\n".formatted(line, line, line, line, line));
    }
    for (var seed = 0; seed < 5_000; seed++) {
      var random = new SplittableRandom(seed);
      var bytes = new StringBuilder(sound);
      for (var spoils = random.nextInt(1, 6); spoils > 0; spoils--) spoil(bytes, random);
      for (var fault : faults(bytes.toString())) {
        assertThat(fault).as("seed %d", seed).hasSizeLessThan(150).matches("[ -~…]*");
      }
    }
  }

  private static void spoil(StringBuilder text, SplittableRandom random) {
    if (text.isEmpty()) return;
    var at = random.nextInt(text.length());
    var odd = "\",\n\r#\u0000\u001bé.-eE+0".charAt(random.nextInt(13));
    switch (random.nextInt(4)) {
      case 0 -> text.setCharAt(at, odd);
      case 1 -> text.insert(at, odd);
      case 2 -> text.deleteCharAt(at);
      default -> text.setLength(Math.max(1, at));
    }
  }

  private static List<String> faults(String text) {
    var faults = new ArrayList<String>();
    try {
      faults.addAll(CsvPrices.read("a", text).faults());
    } catch (IOException e) {
      faults.add("" + e.getMessage());
    }
    try {
      JsonPrices.read("a", text);
    } catch (IOException e) {
      faults.add("" + e.getMessage());
    }
    return faults;
  }

  private static void require(FeedRows read) throws IOException {
    if (read.rows().isEmpty()) throw new IOException("no row");
  }

  private static String or(String text) {
    return text == null ? "" : text;
  }

  private static FeedRow whole() {
    return new FeedRow(
        new FeedPrice(
            "SCOM.KE",
            new BigDecimal("26.05"),
            new BigDecimal("25.75"),
            1_840_200,
            Instant.parse("2026-07-15T09:00:00Z"),
            DataQuality.EOD,
            new DayRange(new BigDecimal("25.8"), new BigDecimal("26.1"), new BigDecimal("25.75"))),
        "KES");
  }
}
