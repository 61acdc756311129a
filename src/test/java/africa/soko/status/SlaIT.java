package africa.soko.status;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The service level, over HTTP.
@SokoTest
class SlaIT {
  private static final String COUNTED =
      "SELECT coalesce(sum(%s), 0)::bigint FROM platform.served_day"
          + " WHERE partner_id = '%s' AND environment = 'LIVE'";
  private static final String MADE_UP =
      "INSERT INTO served_day VALUES ('%s', 'LIVE', '%s', %d, %d)";

  @Test
  void it_says_how_the_service_is_and_what_the_tier_promises(Service service, Partner partner) {
    var sla = partner.live().get("/sla").expect(200);
    var status = service.at("/api/v1").get("/status").expect(200);
    assertThat(sla.text("/overallStatus")).isEqualTo(status.text("/status"));
    assertThat(sla.at("/services")).isEqualTo(status.at("/services"));
    assertThat(sla.number("/partner/uptimeObjective")).isEqualByComparingTo("99.5");
    for (var tier : Map.of("growth", "99.9", "enterprise", "99.95").entrySet()) {
      for (var environment : List.of("live", "sandbox")) {
        var terms = Map.of("environment", environment, "tier", tier.getKey());
        service.operator().patch("/partners/" + partner.id(), terms).expect(200);
      }
      assertThat(partner.live().get("/sla").number("/partner/uptimeObjective"))
          .isEqualByComparingTo(tier.getValue());
      assertThat(partner.sandbox().get("/sla").number("/partner/uptimeObjective"))
          .isEqualByComparingTo("99.5");
    }
  }

  @Test
  void it_is_measured_over_the_last_30_days(Service service, Partner partner) {
    assertThat(partner.live().get("/sla").at("/partner/measured/availability").isNull()).isTrue();
    eventually(() -> counted(service, partner, "requests"), requests -> requests == 1);
    var last = LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
    service.execute(MADE_UP.formatted(partner.id(), last.minusDays(29), 1_000_000, 7));
    service.execute(MADE_UP.formatted(partner.id(), last.minusDays(30), 5, 5));
    var sla = partner.live().get("/sla").expect(200);
    assertThat(sla.number("/partner/measured/requests")).isEqualByComparingTo("1000001");
    assertThat(sla.number("/partner/measured/failedRequests")).isEqualByComparingTo("7");
    assertThat(sla.number("/partner/measured/availability")).isEqualByComparingTo("99.999");
    assertThat(sla.text("/partner/measured/from")).isEqualTo(last.minusDays(29).toString());
    assertThat(sla.text("/partner/measured/until")).isEqualTo(last.toString());
    assertThat(partner.sandbox().get("/sla").number("/partner/measured/failedRequests"))
        .isEqualByComparingTo("0");
  }

  @Test
  void refusals_are_no_failures_and_what_cannot_be_done_is_one(Service service, Partner partner) {
    var live = partner.live();
    var user = Map.of("externalId", "ext-1", "displayName", "Wanjiru");
    var id = live.post("/users", user).expect(201).text("/subAccountId");
    live.get("/users/nobody").expect(404);
    live.post("/users", "{}").expect(400);
    var rows = "SELECT FROM account WHERE partner_id = '%s' FOR UPDATE".formatted(partner.id());
    service.holding(Environment.LIVE, rows, () -> live.delete("/users/" + id).expect(503));
    eventually(() -> counted(service, partner, "requests"), now -> now == 4);
    assertThat(counted(service, partner, "failed")).isEqualTo(1);
  }

  @Test
  void all_nodes_count_together_and_announced_maintenance_does_not() {
    try (var one = new Service();
        var other = one.another(config -> config)) {
      var partner = one.partner();
      var terms = Map.of("environment", "live", "requestsPerMinute", 100_000);
      one.operator().patch("/partners/" + partner.id(), terms).expect(200);
      var here = partner.live();
      var there = other.at(Environment.LIVE.base()).as(here.credential());
      for (int i = 0; i < 5; i++) {
        here.get("/stocks").expect(200);
        there.get("/stocks").expect(200);
      }
      eventually(() -> counted(one, partner, "requests"), now -> now == 10);
      var served = new AtomicInteger(10);
      close(one, "full");
      eventually(() -> get(there, served), status -> status == 503);
      close(one, "off");
      eventually(() -> get(there, served), status -> status == 200);
      eventually(() -> counted(one, partner, "requests"), now -> now == served.get());
      assertThat(counted(one, partner, "failed")).isZero();
    }
  }

  private static int get(Api api, AtomicInteger served) {
    int status = api.get("/stocks").status();
    if (status == 200) served.incrementAndGet();
    return status;
  }

  private static void close(Service service, String mode) {
    service
        .operator()
        .request("PUT", "/maintenance")
        .body(Map.of("mode", mode, "retryAfterSeconds", 1))
        .send()
        .expect(200);
  }

  private static long counted(Service service, Partner partner, String column) {
    return (long) service.ask(Environment.LIVE, COUNTED.formatted(column, partner.id()));
  }
}
