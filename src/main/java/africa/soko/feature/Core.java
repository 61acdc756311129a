package africa.soko.feature;

import africa.soko.edge.Environment;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.ledger.Ledger;
import africa.soko.platform.config.Config;
import africa.soko.platform.id.Ids;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;

/// What every feature of one environment works with.
///
/// @param pool whose connections look into the schema of the environment
/// @param clock the real time
public record Core(
    Vertx vertx,
    Environment environment,
    Pool pool,
    Ledger ledger,
    EventStore events,
    EventHints hints,
    InstantSource clock,
    Ids ids,
    Config config,
    MeterRegistry metrics) {}
