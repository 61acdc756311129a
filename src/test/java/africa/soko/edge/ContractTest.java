package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.contract.ContractDocument;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class ContractTest {
  private static final Answer NOTHING = Answer.ok("nothing");

  private final Contract.Bindings bindings = new Contract.Bindings(index());

  private static OperationIndex index() {
    return OperationIndex.of(ContractDocument.load("/edge").json(), false);
  }

  private void bindAllBut(String missing) {
    for (var environment : Environment.values()) {
      var contract = bindings.on(environment);
      if (!missing.equals("listStocks")) contract.hot("listStocks", call -> NOTHING);
      contract.read("listOrders", call -> Future.succeededFuture(NOTHING));
      contract.change("placeOrder", call -> Future.succeededFuture(NOTHING));
      contract.stream("openStream", call -> {});
      contract.read("getStatement", call -> Future.succeededFuture(NOTHING));
      contract.read("getMe", call -> Future.succeededFuture(NOTHING));
    }
    bindings.on(Environment.LIVE).hot("getStatus", call -> NOTHING);
    bindings.on(Environment.LIVE).change("issueToken", call -> Future.succeededFuture(NOTHING));
    bindings.on(Environment.SANDBOX).change("testDeposit", call -> Future.succeededFuture(NOTHING));
  }

  public static Routes routes() {
    return new ContractTest().complete();
  }

  private Routes complete() {
    bindAllBut("nothing");
    return bindings.complete();
  }

  @Test
  void names_what_is_missing() {
    bindAllBut("listStocks");
    assertThatThrownBy(bindings::complete)
        .hasMessageContaining("listStocks has no handler in live")
        .hasMessageContaining("listStocks has no handler in sandbox");
  }

  @Test
  void what_operators_change_is_bound_once_in_every_environment() {
    var operators =
        new Contract.Bindings(OperationIndex.of(ContractDocument.load("/operator").json(), false));
    operators
        .forOperators(Environment.LIVE)
        .change("topUpWallet", call -> Future.succeededFuture(NOTHING));
    assertThatThrownBy(operators::complete)
        .hasMessageContaining("topUpWallet is bound in [LIVE] alone");
    assertThatThrownBy(
            () ->
                operators
                    .forOperators(Environment.LIVE)
                    .change("topUpWallet", call -> Future.succeededFuture(NOTHING)))
        .hasMessageContaining("bound twice");
  }

  @Test
  void refuses_what_the_contract_does_not_have() {
    var live = bindings.on(Environment.LIVE);
    assertThatThrownBy(() -> live.hot("getUnknown", call -> NOTHING))
        .hasMessageContaining("getUnknown");
    assertThatThrownBy(() -> live.change("testDeposit", call -> Future.succeededFuture(NOTHING)))
        .hasMessageContaining("sandbox alone");
    live.hot("listStocks", call -> NOTHING);
    assertThatThrownBy(() -> live.hot("listStocks", call -> NOTHING)).hasMessageContaining("twice");
  }

  @Test
  void a_handler_of_another_kind_is_named() {
    bindAllBut("listStocks");
    for (var environment : Environment.values()) {
      bindings.on(environment).read("listStocks", call -> Future.succeededFuture(NOTHING));
    }
    assertThatThrownBy(bindings::complete).hasMessageContaining("listStocks is not READ");
  }

  @Test
  void finds_paths_under_both_bases_and_the_root() {
    var routes = complete();
    for (var environment : Environment.values()) {
      var found = routes.find(HttpMethod.GET, environment.base() + "/users/u%201/orders");
      assertThat(found).isInstanceOf(Routes.Found.class);
      var route = (Routes.Found) found;
      assertThat(route.parameters()).containsEntry("userId", "u 1");
      assertThat(route.route().environment()).isEqualTo(environment);
    }
    assertThat(routes.find(HttpMethod.GET, "/api/v1/status")).isInstanceOf(Routes.Found.class);
    assertThat(routes.find(HttpMethod.HEAD, "/api/v1/status")).isInstanceOf(Routes.Found.class);
    assertThat(routes.find(HttpMethod.POST, "/api/v1/status"))
        .isEqualTo(new Routes.WrongMethod("GET, HEAD"));
    assertThat(routes.find(HttpMethod.HEAD, "/api/v1/partner/stream"))
        .isEqualTo(new Routes.WrongMethod("GET"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/partner",
        "/api/v1/partner/",
        "/api/v1/partner/stocks/",
        "/api/v1/partner//stocks",
        "/api/v1/partner/test-tools/deposit",
        "/api/v1/partner/users//orders",
        "/api/v1/partner/users/a%2Fb/orders",
        "/api/v1/partner/users/a%2fb/orders",
        "/api/v1/partner/users/a%5Cb/orders",
        "/api/v1/partner/users/a%00b/orders",
        "/api/v1/partner/users/%2e%2e/orders",
        "/api/v1/partner/users/../orders",
        "/api/v1/partner/users/./orders",
        "/api/v1/partner/users/%/orders",
        "/api/v1/partner/users/%zz/orders",
        "/api/v1/partner/users/%ff/orders",
        "/api/v1/partner/users/%c0%af/orders",
        "/dev/idp/token",
      })
  void nothing_is_served_under_crooked_paths(String path) {
    assertThat(complete().find(HttpMethod.GET, path)).isInstanceOf(Routes.UnknownPath.class);
  }
}
