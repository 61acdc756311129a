package africa.soko.trading.equity;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// Equity histories over HTTP.
@SokoTest
class EquityIT {
  private static final String PATH = "/equity-history";

  @Test
  void each_day_that_ends_has_a_point(Partner partner, Service service) {
    var user = partner.verifiedUser().funded("500");
    user.done("SCOM.KE", BUY, 10);
    user.api().post("/test-tools/trade", user.testTrade("SCOM.KE", 3, "PENDING")).expect(202);
    assertThat(user.get(PATH).expect(200).at("/points")).isEmpty();
    var today = LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
    advance(service, partner, today.plusDays(3).atStartOfDay().toInstant(ZoneOffset.UTC));
    for (var trader : List.of(user, partner.master())) {
      var points = trader.get(PATH).expect(200);
      assertThat(points.texts("/points", "date"))
          .containsExactly("" + today, "" + today.plusDays(1), "" + today.plusDays(2));
      assertThat(points.texts("/points", "late")).containsOnly("false");
      var summary = trader.get("/portfolio").expect(200).at("/summary");
      var last = points.at("/points/2");
      for (var field : List.of("cashUsd", "escrowUsd")) {
        assertThat(last.path(field).decimalValue())
            .isEqualByComparingTo(summary.path(field).decimalValue());
      }
      StreamSupport.stream(points.at("/points").spliterator(), false).forEach(EquityIT::addsUp);
      addsUp(summary);
    }
    assertThat(user.get(PATH).number("/points/0/escrowUsd")).isPositive();
    assertThat(user.get(PATH).number("/points/0/marketValueUsd")).isPositive();
  }

  @Test
  void missed_days_are_written_by_the_next_pass_and_marked(Partner partner, Service service) {
    var user = partner.user().funded("5");
    var today = LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
    missed(service, user, 4);
    var points =
        eventually(() -> user.get(PATH).expect(200), found -> found.at("/points").size() == 4);
    assertThat(points.texts("/points", "date"))
        .containsExactly(
            "" + today.minusDays(4),
            "" + today.minusDays(3),
            "" + today.minusDays(2),
            "" + today.minusDays(1));
    assertThat(points.texts("/points", "late").subList(0, 3)).containsOnly("true");
    assertThat(points.texts("/points", "equityUsd")).containsOnly("5");
  }

  @Test
  void a_span_picks_its_days(Partner partner, Service service) {
    var user = partner.user();
    missed(service, user, 400);
    eventually(() -> days(service, user), n -> n == 400);
    var all = user.get(PATH).expect(200).texts("/points", "date");
    assertThat(all).hasSize(366).isSorted();
    var newest = LocalDate.parse(all.getLast());
    var oldest = newest.minusDays(399);
    assertThat(user.get(PATH + "?from=" + oldest).texts("/points", "date"))
        .hasSize(366)
        .startsWith("" + oldest);
    assertThat(user.get(PATH + "?to=" + oldest.plusDays(1)).texts("/points", "date"))
        .containsExactly("" + oldest, "" + oldest.plusDays(1));
    var day = "?from=%s&to=%1$s".formatted(newest);
    assertThat(user.get(PATH + day).texts("/points", "date")).containsExactly("" + newest);
    for (var path : List.of(user.path() + PATH, PATH)) {
      var api = partner.sandbox();
      for (var wrong : List.of("from=2026-13-01", "to=yesterday", "from=2026-03-01T00:00:00Z")) {
        assertThat(api.get(path + "?" + wrong)).isRefused(400, "INVALID_TYPE");
      }
      for (var wrong : List.of("from=2026-03-02&to=2026-03-01", "from=2024-01-01&to=2026-01-01")) {
        assertThat(api.get(path + "?" + wrong))
            .isRefused(400, "VALIDATION_ERROR")
            .has("/error/param", "to");
      }
    }
  }

  @Test
  void a_closed_account_ends_with_the_day_of_its_close(Partner partner, Service service) {
    var user = partner.user().funded("5");
    user.post("/withdraw", Map.of("amountUsd", 5)).expect(200);
    user.delete("").expect(200);
    advance(service, partner, service.clock().instant().plus(Duration.ofDays(3)));
    assertThat(user.get(PATH).expect(200).texts("/points", "equityUsd")).containsExactly("0");
    assertThat(partner.master().get(PATH).at("/points")).hasSize(3);
  }

  @Test
  void nobody_else_sees_it(Partner partner, Partner other) {
    var user = partner.user();
    for (var api : List.of(other.sandbox(), partner.live())) {
      assertThat(api.get(user.path() + PATH)).isRefused(404, "NOT_FOUND");
    }
  }

  private static void addsUp(JsonNode sums) {
    assertThat(sums.path("equityUsd").decimalValue())
        .isEqualByComparingTo(
            sums.path("cashUsd")
                .decimalValue()
                .add(sums.path("escrowUsd").decimalValue())
                .add(sums.path("marketValueUsd").decimalValue()));
  }

  private static void advance(Service service, Partner partner, Instant to) {
    service.advance(partner.id(), to).toCompletionStage().toCompletableFuture().join();
  }

  /// As if no pass had come for so many days.
  private static void missed(Service service, Trader user, int days) {
    service.execute(
        "UPDATE sandbox.account SET day_ends = day_ends - interval '%d days' WHERE account_id = '%s'"
            .formatted(days, user.id()));
  }

  private static long days(Service service, Trader user) {
    return (Long)
        service.ask(
            Environment.SANDBOX,
            "SELECT count(*) FROM equity_day WHERE account_id = '%s'".formatted(user.id()));
  }
}
