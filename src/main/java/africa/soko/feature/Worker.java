package africa.soko.feature;

import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;

/// Something that works by itself, on one event loop or on a virtual thread.
///
/// @param ends when it ends while a node stops
public record Worker(Deployable deployable, ThreadingModel threads, Ends ends) {

  /// The order in which workers end.
  public enum Ends {
    /// While requests are still answered.
    FIRST,
    /// After the last request.
    LATER
  }

  public static Worker onEventLoop(Deployable deployable) {
    return new Worker(deployable, ThreadingModel.EVENT_LOOP, Ends.LATER);
  }

  public static Worker onVirtualThread(Deployable deployable) {
    return new Worker(deployable, ThreadingModel.VIRTUAL_THREAD, Ends.LATER);
  }

  public Worker ending(Ends when) {
    return new Worker(deployable, threads, when);
  }

  /// The future has the id of the deployment.
  public Future<String> deploy(Vertx vertx) {
    return vertx.deployVerticle(deployable, new DeploymentOptions().setThreadingModel(threads));
  }
}
