package africa.soko.stream;

import africa.soko.edge.Caller;
import africa.soko.edge.Contract;
import africa.soko.edge.Maintenance;
import africa.soko.edge.Refused;
import africa.soko.edge.ShownKey;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventSearchStore;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Worker;
import africa.soko.ledger.RefusedKeys;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The live streams of one environment, put together.
public final class Streams implements Feature {
  private static final String READ = "stream:read";

  private final Core core;
  private final StreamVerticle hub;
  private final EventCatalogue catalogue;
  private final Function<Caller, Future<Runnable>> slots;
  private final Consumer<String> resumed;

  /// @param catalogue what can be asked for
  /// @param slots takes a stream slot of a caller and gives what returns it
  /// @param maintenance which ends all streams where it is full
  /// @param resumed is told which partner went on where a stream had ended
  public Streams(
      Core core,
      EventCatalogue catalogue,
      Function<Caller, Future<Runnable>> slots,
      Supplier<Maintenance> maintenance,
      Consumer<String> resumed) {
    this.core = core;
    this.catalogue = catalogue;
    this.slots = slots;
    this.resumed = resumed;
    hub =
        new StreamVerticle(
            core.environment(),
            core.events(),
            keys -> {
              var ended = maintenance.get().endOfStreams();
              return ended == null
                  ? readers(keys)
                  : Future.succeededFuture(
                      keys.stream().collect(Collectors.toMap(key -> key, _ -> ended)));
            },
            core.hints(),
            core.clock(),
            new StreamMetrics(core.metrics(), core.environment()));
  }

  private Future<Map<ShownKey, Refused>> readers(Collection<ShownKey> keys) {
    var uses = keys.stream().map(key -> new RefusedKeys.Use(key, null, READ, null)).toList();
    return RefusedKeys.among(core.pool(), uses)
        .map(
            refused ->
                refused.entrySet().stream()
                    .collect(Collectors.toMap(one -> one.getKey().key(), Map.Entry::getValue)));
  }

  @Override
  public void bind(Contract contract) {
    var streams =
        new EventStreams(core.vertx(), core.environment(), core.events(), hub, core.clock());
    new StreamRoutes(streams, catalogue, slots, resumed).bind(contract);
    var search = new EventSearchStore(core.pool(), core.events());
    new EventRoutes(core.events(), search, core.environment(), catalogue).bind(contract);
  }

  /// Open streams end cleanly while there is still a server to end them on.
  @Override
  public List<Worker> workers() {
    return List.of(Worker.onVirtualThread(hub).ending(Worker.Ends.FIRST));
  }
}
