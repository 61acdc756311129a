package africa.soko.feature;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Workers that end together.
public final class Workers {
  private final Vertx vertx;
  private final List<String> deployments = new CopyOnWriteArrayList<>();

  public Workers(Vertx vertx) {
    this.vertx = vertx;
  }

  public Future<?> start(Worker worker) {
    return worker.deploy(vertx).onSuccess(deployments::add);
  }

  /// Ends all of them; one that cannot be ended keeps none of the others.
  public Future<?> end() {
    var ended = deployments.stream().map(vertx::undeploy).toList();
    deployments.clear();
    return Future.join(ended);
  }
}
