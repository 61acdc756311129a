package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
  private static Query query(String raw) {
    return new Query(raw, () -> "a list", () -> "a path");
  }

  private static ErrorCode refused(String query, Function<Query, ?> read) {
    return catchThrowableOfType(RefusedException.class, () -> read.apply(query(query)))
        .refused()
        .code();
  }

  @ParameterizedTest
  @CsvSource({
    "'',50",
    "limit=10,10",
    "limit=0,1",
    "limit=-5,1",
    "limit=201,200",
    "limit=99999999999999999999,200",
    "limit=,50"
  })
  void a_limit_is_clamped(String query, int limit) {
    assertThat(query(query).page(50, 200).limit()).isEqualTo(limit);
  }

  @Test
  void a_wrong_type_is_told() {
    assertThat(refused("limit=ten", q -> q.page(1, 2))).isEqualTo(ErrorCode.INVALID_TYPE);
    assertThat(refused("limit=1.5", q -> q.page(1, 2))).isEqualTo(ErrorCode.INVALID_TYPE);
    assertThat(refused("d=2026-13-01", q -> q.date("d"))).isEqualTo(ErrorCode.INVALID_TYPE);
    assertThat(refused("a=1&a=2", q -> q.text("a"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(refused("a=%00", q -> q.text("a"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(refused("a=%ff", q -> q.text("a"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(refused("", q -> q.requiredText("a"))).isEqualTo(ErrorCode.MISSING_PARAM);
    assertThat(refused("cursor=%21", q -> q.page(1, 2))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(refused("cursor=AAAA", q -> q.page(1, 2))).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  /// Whatever a body takes a query takes, and nothing else.
  @ParameterizedTest
  @CsvSource({"1", "10.50", "-3", "1e2", "1.5E-3", "0", "2.000000"})
  void a_number_is_written_as_in_a_body(String text) {
    record Body(BigDecimal n) {}
    var body = Json.decode(Buffer.buffer("{\"n\":" + text + "}"), Body.class);
    assertThat(query("n=" + text).decimal("n")).isEqualTo(body.n());
  }

  @ParameterizedTest
  @CsvSource({"+1", "%2B1", "01", ".5", "5.", "1_000", "0x10", "NaN", "Infinity", "1e", "'1,5'"})
  void what_is_no_number_in_a_body_is_none_in_a_query(String text) {
    assertThat(refused("n=" + text, q -> q.decimal("n"))).isEqualTo(ErrorCode.INVALID_TYPE);
  }

  @ParameterizedTest
  @CsvSource({"1e30", "1e999999999", "0.000000000000000000001", "123456789012345678901"})
  void a_number_beyond_any_field_is_told_as_in_a_body(String text) {
    record Body(BigDecimal n) {}
    assertThat(refused("n=" + text, q -> q.decimal("n"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThatThrownBy(() -> Json.decode(Buffer.buffer("{\"n\":" + text + "}"), Body.class))
        .hasMessageContaining("too large or too precise");
  }

  @Test
  void texts_are_decoded_once() {
    var query = query("a=x%2By+z&symbols=SCOM.KE,%20MTN,&plus=%252B");
    assertThat(query.text("a")).isEqualTo("x+y z");
    assertThat(query.text("plus")).isEqualTo("%2B");
    assertThat(query.list("symbols")).containsExactly("SCOM.KE", "MTN");
  }

  @Test
  void pages_lead_through_a_list() {
    var all = IntStream.range(0, 25).mapToObj(i -> "id_%02d".formatted(i)).toList();
    var page = query("limit=10").page(10, 100);
    int seen = 0;
    while (true) {
      var after = page.after();
      List<String> rows =
          all.stream()
              .filter(id -> after == null || id.compareTo(after) > 0)
              .limit(page.limit() + 1)
              .toList();
      var slice = page.slice(rows, Function.identity());
      assertThat(slice.items()).isEqualTo(all.subList(seen, seen + slice.count()));
      seen += slice.count();
      if (!slice.hasMore()) break;
      page = query("limit=10&cursor=" + slice.nextCursor()).page(10, 100);
    }
    assertThat(seen).isEqualTo(25);
  }

  @Test
  void a_cursor_leads_nowhere_in_another_list() {
    var cursor = query("limit=1").page(1, 1).slice(List.of("id_1", "id_2"), id -> id).nextCursor();
    assertThat(query("cursor=" + cursor).page(1, 1).after()).isEqualTo("id_1");
    var elsewhere = new Query("cursor=" + cursor, () -> "another list", () -> "a path");
    assertThatThrownBy(() -> elsewhere.page(1, 1)).isInstanceOf(RefusedException.class);
  }

  @Test
  void a_search_that_ends_early_goes_on_where_it_ended() {
    var page = query("limit=2").page(2, 2);
    var early = page.slice(List.of("id_9"), id -> id, "id_5");
    assertThat(early.hasMore()).isTrue();
    assertThat(query("cursor=" + early.nextCursor()).page(2, 2).after()).isEqualTo("id_5");
    assertThat(page.slice(List.of("id_9"), id -> id, null).hasMore()).isFalse();
    var full = page.slice(List.of("id_9", "id_8", "id_7"), id -> id, "id_5");
    assertThat(query("cursor=" + full.nextCursor()).page(2, 2).after()).isEqualTo("id_8");
  }
}
