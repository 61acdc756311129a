package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestPathTest {
  private static final String BASE = Environment.SANDBOX.base();
  private static final NearestPath PATHS =
      new NearestPath(
          List.of(
              BASE + "/orders",
              BASE + "/account",
              BASE + "/quote/{symbol}",
              BASE + "/users/{userId}",
              BASE + "/users/{userId}/orders",
              Environment.LIVE.base() + "/orders",
              "/api/v1/status"));

  @ParameterizedTest
  @CsvSource({
    "/api/sandbox/v1/partner/orders/, /api/sandbox/v1/partner/orders",
    "/api/sandbox/v1/partner//orders, /api/sandbox/v1/partner/orders",
    "/api/sandbox/v1/partner/order, /api/sandbox/v1/partner/orders",
    "/api/sandbox/v1/partner/Orders, /api/sandbox/v1/partner/orders",
    "/api/sandbox/v1/partners/orders, /api/sandbox/v1/partner/orders",
    "/api/v1/partner/oders, /api/v1/partner/orders",
    "/api/sandbox/v1/partner/quotes/SCOM.KE, /api/sandbox/v1/partner/quote/{symbol}",
    "/api/sandbox/v1/partner/user/u1/order, /api/sandbox/v1/partner/users/{userId}/orders",
    "/account, /api/sandbox/v1/partner/account",
    "/v1/account, /api/sandbox/v1/partner/account",
    "/api/v1/account, /api/sandbox/v1/partner/account",
    "/v1/users/u1/orders, /api/sandbox/v1/partner/users/{userId}/orders",
    "/api/v1/state, /api/v1/status",
  })
  void a_slip_is_told(String asked, String meant) {
    assertThat(PATHS.of(asked)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "/",
    "/nothing",
    "/api",
    "/api/sandbox/v1/partner",
    "/api/sandbox/v1/partner/nothing",
    "/api/sandbox/v1/partner/orders/o1/fills/f1",
    "/wp-login.php",
    "/orders%2f",
    "/<script>",
  })
  void what_is_like_nothing_is_not_guessed(String asked) {
    assertThat(PATHS.of(asked)).isNull();
  }

  @Test
  void a_long_path_is_not_looked_at() {
    assertThat(PATHS.of("/account" + "/".repeat(8_000))).isNull();
    assertThat(NearestPath.isTellable("/a".repeat(200))).isFalse();
  }
}
