package africa.soko;

import africa.soko.edge.server.Management;
import africa.soko.market.SharedMarket;
import africa.soko.status.StatusRoutes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Whether this node can do what it is there for: what readiness and the health document ask.
final class Health {
  private final Pool platform;
  private final SharedMarket market;
  private final boolean isSimulated;
  private final BooleanSupplier seesRedis;
  private volatile boolean isServing;

  /// @param isSimulated whether prices are made here, so that a node without any is not ready;
  ///   those of a real feed come when they do
  Health(Pool platform, SharedMarket market, boolean isSimulated, BooleanSupplier seesRedis) {
    this.platform = platform;
    this.market = market;
    this.isSimulated = isSimulated;
    this.seesRedis = seesRedis;
  }

  /// Says whether requests may be sent to this node.
  void serving(boolean now) {
    isServing = now;
  }

  /// What must hold before requests are sent here.
  List<Management.Check> checks() {
    var checks = new ArrayList<Management.Check>();
    checks.add(new Management.Check("serving", this::askServing));
    checks.add(new Management.Check("postgresql", this::askPostgres));
    if (isSimulated) checks.add(new Management.Check("market-data", this::askMarket));
    return checks;
  }

  /// The parts of the public health document.
  List<StatusRoutes.Part> parts() {
    return List.of(
        new StatusRoutes.Part("trading", true, this::askPostgres),
        new StatusRoutes.Part("market-data", isSimulated, this::askMarket),
        new StatusRoutes.Part("shared-limits", false, this::askRedis));
  }

  private Future<?> askServing() {
    return isServing ? Future.succeededFuture() : Future.failedFuture("Not yet, or no longer");
  }

  private Future<?> askPostgres() {
    return platform.query("SELECT 1").execute();
  }

  private Future<?> askMarket() {
    return market.view().snapshot().quotes().isEmpty()
        ? Future.failedFuture("No prices yet")
        : Future.succeededFuture();
  }

  private Future<?> askRedis() {
    return seesRedis.getAsBoolean()
        ? Future.succeededFuture()
        : Future.failedFuture("Redis is away");
  }
}
