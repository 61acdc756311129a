package africa.soko.edge.request;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The requests of one event loop that have no answer yet. One timer looks after all of them: a
/// timer for each would cost more than most requests do.
final class InFlight {
  private static final long LOOK_MILLIS = 500;

  private final Vertx vertx;
  private final Set<Pending> unanswered = new LinkedHashSet<>();
  private final Consumer<Pending> look;

  InFlight(Vertx vertx, Consumer<Pending> look) {
    this.vertx = vertx;
    this.look = look;
    arm();
  }

  void add(Pending pending) {
    unanswered.add(pending);
  }

  void remove(Pending pending) {
    unanswered.remove(pending);
  }

  private void arm() {
    vertx.setTimer(
        LOOK_MILLIS,
        timer -> {
          // A copy: what is looked at may be answered, and leave.
          new ArrayList<>(unanswered).forEach(look);
          arm();
        });
  }
}
