package africa.soko.edge.request;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ContractTest;
import africa.soko.edge.Routes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;

class EdgeMetricsTest {
  private static final String REQUESTS = "soko.requests";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Routes routes = ContractTest.routes();
  private final EdgeMetrics metrics = new EdgeMetrics(registry, routes);

  @Test
  void nothing_is_counted_of_operations_that_nobody_called() {
    assertThat(registry.find(REQUESTS).meters()).isEmpty();
  }

  @Test
  void a_request_is_counted_under_its_operation_environment_and_class_of_status() {
    var found = (Routes.Found) routes.find(HttpMethod.GET, "/api/v1/partner/stocks");
    metrics.answered(found.route(), 200, 1_000_000);
    metrics.answered(found.route(), 204, 1_000_000);
    metrics.answered(null, 404, 1_000_000);
    assertThat(registry.find(REQUESTS).meters()).hasSize(2);
    var stocks =
        registry
            .get(REQUESTS)
            .tags("operation", "listStocks", "environment", "live", "status", "2xx");
    assertThat(stocks.timer().count()).isEqualTo(2);
    assertThat(registry.get(REQUESTS).tags("operation", "none", "status", "4xx").timer().count())
        .isEqualTo(1);
  }
}
