package africa.soko.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import africa.soko.platform.json.ShapeFault.Kind;
import africa.soko.platform.money.Usd;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  enum Side {
    BUY,
    SELL
  }

  record Leg(BigDecimal price) {}

  record Order(
      String symbol,
      Side side,
      BigDecimal quantity,
      int count,
      @Nullable Usd limit,
      @Nullable Instant at,
      @Nullable LocalDate day,
      @Nullable List<Leg> legs,
      @Nullable Boolean force) {}

  record Labels(Map<String, String> labels) {}

  private static final String REQUIRED = "\"symbol\":\"SCOM\",\"side\":\"BUY\",\"count\":1";

  private static Order read(String json) {
    return Json.decode(Buffer.buffer(json), Order.class);
  }

  private static ShapeFault fault(byte[] json) {
    var fault = catchThrowableOfType(ShapeFault.class, () -> Json.decode(json, Order.class));
    assertThat(fault).as(new String(json, StandardCharsets.UTF_8)).isNotNull();
    // What a caller is told never holds what a caller sent.
    assertThat(TextRules.isClean(fault.getMessage())).isTrue();
    return fault;
  }

  private static ShapeFault fault(String json) {
    return fault(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String with(String member) {
    return "{" + REQUIRED + ",\"quantity\":1," + member + "}";
  }

  @Test
  void reads_what_a_record_declares() {
    var order =
        read(
            with(
                "\"limit\":12.5,\"at\":\"2026-01-02T03:04:05Z\",\"day\":\"2026-01-02\","
                    + "\"legs\":[{\"price\":10}],\"force\":true"));
    assertThat(order.limit()).isEqualTo(Usd.of("12.50"));
    assertThat(order.at()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(order.day()).isEqualTo(LocalDate.of(2026, 1, 2));
    assertThat(order.legs()).containsExactly(new Leg(BigDecimal.TEN));
    assertThat(read(with("\"limit\":null")).limit()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "-0", "0.5", "1e3", "99999999999999999999"})
  void reads_numbers(String number) {
    assertThat(read("{" + REQUIRED + ",\"quantity\":" + number + "}").quantity())
        .isEqualByComparingTo(new BigDecimal(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e309",
        "-1e309",
        "1e999999999",
        "1e-999999999",
        "1e21",
        "0.000000000000000000001",
        "100000000000000000000",
        "NaN",
        "Infinity",
        "-Infinity",
        "+1",
        "01",
        ".5",
        "5.",
        "0x10",
        "1e99999999999999999999"
      })
  void refuses_numbers_that_no_field_holds(String number) {
    assertThat(fault("{" + REQUIRED + ",\"quantity\":" + number + "}").kind())
        .isEqualTo(Kind.INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"quantity\":\"1\"|quantity",
        "\"quantity\":true|quantity",
        "\"quantity\":[1]|quantity",
        "\"quantity\":{}|quantity",
        "\"quantity\":1,\"force\":\"true\"|force",
        "\"quantity\":1,\"force\":1|force",
        "\"quantity\":1,\"at\":1700000000|at",
        "\"quantity\":1,\"day\":[2026,1,2]|day",
        "\"quantity\":1,\"legs\":{}|legs",
        "\"quantity\":1,\"legs\":[{\"price\":\"1\"}]|legs[0].price",
      })
  void a_value_of_another_type_is_named(String members, String param) {
    var fault = fault("{" + REQUIRED + "," + members + "}");
    assertThat(fault.kind()).isEqualTo(Kind.WRONG_TYPE);
    assertThat(fault.param()).isEqualTo(param);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.5", "5.0", "\"5\"", "true"})
  void a_count_is_a_whole_number(String count) {
    var fault = fault("{\"symbol\":\"A\",\"side\":\"BUY\",\"quantity\":1,\"count\":" + count + "}");
    assertThat(fault.kind()).isEqualTo(Kind.WRONG_TYPE);
    assertThat(fault.param()).isEqualTo("count");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"side\":\"BUY\",\"count\":1,\"quantity\":1}|symbol",
        "{\"symbol\":null,\"side\":\"BUY\",\"count\":1,\"quantity\":1}|symbol",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"count\":1}|quantity",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"count\":1,\"quantity\":null}|quantity",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"quantity\":1}|count",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"count\":null,\"quantity\":1}|count",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"count\":1,\"quantity\":1,\"legs\":[{}]}|legs[0].price",
        "{\"symbol\":\"A\",\"side\":\"BUY\",\"count\":1,\"quantity\":1,\"legs\":[null]}|legs",
      })
  void a_missing_field_is_named(String json, String param) {
    var fault = fault(json);
    assertThat(fault.kind()).isEqualTo(Kind.MISSING);
    assertThat(fault.param()).startsWith(param);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"side\":\" BUY\"",
        "\"side\":\"buy\"",
        "\"side\":\"\"",
        "\"symbol\":\"A\\u0000B\"",
        "\"symbol\":\"\\ud800\"",
        "\"symbol\":\"\\udc00\\ud800\"",
        "\"symbol\":\"A\\nB\"",
        "\"at\":\"2026-01-02\"",
        "\"at\":\"+99999-01-02T00:00:00Z\"",
        "\"day\":\"2026-02-30\"",
        "\"limit\":0.0000001",
        "\"limit\":99999999999999999999",
        "\"unknown\":1",
        "\"un\\u0000known\":1",
        "\"\\ud800\":1",
        "\"limit\":1,\"limit\":1"
      })
  void refuses_values_out_of_range(String member) {
    var required = "\"symbol\":\"A\",\"side\":\"BUY\",\"count\":1,\"quantity\":1";
    var name = member.substring(0, member.indexOf(':'));
    var rest =
        java.util.Arrays.stream(required.split(","))
            .filter(m -> !m.startsWith(name))
            .collect(java.util.stream.Collectors.joining(","));
    assertThat(fault("{" + rest + "," + member + "}").kind()).isEqualTo(Kind.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "a\\nb", "\\u007f"})
  void the_names_of_a_map_are_texts_like_any_other(String name) {
    var json = Buffer.buffer("{\"labels\":{\"%s\":\"v\"}}".formatted(name));
    var fault = catchThrowableOfType(ShapeFault.class, () -> Json.decode(json, Labels.class));
    assertThat(fault.kind()).isEqualTo(Kind.INVALID);
    assertThat(TextRules.isClean(fault.getMessage())).isTrue();
    var good = Buffer.buffer("{\"labels\":{\"é💸 ok\":\"v\"}}");
    assertThat(Json.decode(good, Labels.class).labels()).containsOnlyKeys("é💸 ok");
  }

  @Test
  void an_unknown_field_is_named() {
    assertThat(fault(with("\"cashValue\":1")).param()).isEqualTo("cashValue");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "{} {}",
        "{}x",
        "{\"symbol\":",
        "{'symbol':1}",
        "{symbol:1}",
        "{}]",
        "/* c */ {}",
        "{} // c",
        "# c\n{}",
        "{\"symbol\":\"A\",}",
        "\ufeff{}",
        "{\"symbol\":\"A\tB\"}"
      })
  void refuses_what_is_not_json(String json) {
    fault(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "x", "]", "// c", "/* c */", "\u0000", ","})
  void refuses_what_follows_the_body(String rest) {
    assertThat(fault(with("\"force\":true") + rest).kind()).isEqualTo(Kind.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"text\"", "true", "[{}]"})
  void refuses_what_is_no_object(String json) {
    assertThat(fault(json).kind()).isEqualTo(Kind.WRONG_TYPE);
  }

  @Test
  void refuses_other_encodings() {
    var json = with("\"force\":true");
    assertThat(read(json).force()).isTrue();
    fault(json.getBytes(StandardCharsets.UTF_16LE));
    fault(json.getBytes(StandardCharsets.UTF_16BE));
    fault(json.getBytes(StandardCharsets.UTF_16));
    fault(json.replace("SCOM", "\u00e9").getBytes(StandardCharsets.ISO_8859_1));
    var overlong = json.replace("SCOM", "??").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < overlong.length; i++) {
      if (overlong[i] != '?') continue;
      overlong[i] = (byte) 0xC1;
      overlong[++i] = (byte) 0x81;
    }
    fault(overlong);
  }

  record Deep(@Nullable Deep next) {}

  @Test
  void refuses_more_than_32_levels() {
    Json.decode(Buffer.buffer("{\"next\":".repeat(31) + "{}" + "}".repeat(31)), Deep.class);
    var deeper = "{\"next\":".repeat(32) + "{}" + "}".repeat(32);
    var fault =
        catchThrowableOfType(
            ShapeFault.class, () -> Json.decode(Buffer.buffer(deeper), Deep.class));
    assertThat(fault.kind()).isEqualTo(Kind.INVALID);
  }

  record Out(BigDecimal number, Instant at, LocalDate day, @Nullable String text, Usd usd) {}

  @Test
  void writes_plain_numbers_and_times() {
    var out =
        new Out(
            new BigDecimal("1E+5"),
            Instant.parse("2026-01-02T03:04:05.1234Z"),
            LocalDate.of(2026, 1, 2),
            null,
            Usd.of("10.50"));
    assertThat(Json.encode(out).toString())
        .isEqualTo(
            "{\"number\":100000,\"at\":\"2026-01-02T03:04:05.123Z\",\"day\":\"2026-01-02\","
                + "\"text\":null,\"usd\":10.5}");
  }
}
