package africa.soko.oversight;

import africa.soko.audit.AuditEntry;
import africa.soko.audit.AuditStore;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.Journal;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Worker;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The audit log of the whole service: that of each environment, and that of its operators.
public final class Oversight {
  private static final Logger LOG = LoggerFactory.getLogger(Oversight.class);

  private final Pool platform;
  private final AuditStore own;
  private final Ids ids;
  private final Config config;
  private final RefusalCounts refusals = new RefusalCounts();
  private final Map<Environment, AuditStore> books = new EnumMap<>(Environment.class);

  public Oversight(Pool platform, Ids ids, Config config) {
    this.platform = platform;
    own = new AuditStore(platform);
    this.ids = ids;
    this.config = config;
  }

  /// What partners read of it in one environment.
  public Feature of(Core core) {
    var store = new AuditStore(core.pool());
    books.put(core.environment(), store);
    return new Feature() {
      @Override
      public void bind(Contract contract) {
        AuditRoutes.bind(contract, store);
      }
    };
  }

  public void bindOperator(Contract contract) {
    new AuditOperators(own, books, new RefusalStore(platform, ids)).bind(contract);
  }

  public RefusalCounts refusals() {
    return refusals;
  }

  /// Tells of every call of an operator.
  public Journal journal() {
    return new Journal() {
      @Override
      public Future<?> asked(Call call) {
        return write(call, 0);
      }

      @Override
      public Future<?> answered(Call call, int status) {
        return write(call, status)
            .onFailure(
                e -> LOG.error("The outcome of {} is in no log: {}", call.name(), e.toString()));
      }
    };
  }

  /// What writes refusals, and what sees to the tables.
  public List<Worker> workers() {
    var logs = new ArrayList<>(List.of(own));
    logs.addAll(books.values());
    var pause = config.seconds(Setting.AUDIT_REFUSALS_SECONDS);
    return List.of(
        Worker.onEventLoop(new RefusalVerticle(refusals, new RefusalStore(platform, ids), pause)),
        Worker.onEventLoop(new AuditUpkeepVerticle(logs, config.integer(Setting.AUDIT_YEARS))));
  }

  private Future<?> write(Call call, int status) {
    var entry =
        AuditEntry.of(AuditEntry.OPERATORS, call.principal(), call.asked(), call.name(), status);
    return AuditStore.append(platform, List.of(entry));
  }
}
