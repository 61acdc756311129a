package africa.soko.security;

import africa.soko.edge.http.TrustedProxies;
import africa.soko.feature.Core;
import africa.soko.feature.Retention;
import africa.soko.notice.NoticeStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// What partners demand of their own requests, put together.
public final class Policies {
  private final SecurityStore store;
  private final PolicyCheck check;
  private final Duration warning;
  private final InstantSource clock;

  /// @param platform whose connections look into the schema `platform`
  public Policies(Pool platform, Config config, InstantSource clock) {
    this.clock = clock;
    store = new SecurityStore(platform);
    var proxies = TrustedProxies.of(config.list(Setting.TRUSTED_PROXIES));
    check = new PolicyCheck(store, proxies, config, clock);
    warning = Duration.ofDays(config.integer(Setting.ROTATION_NOTICE_DAYS));
  }

  public PolicyCheck check() {
    return check;
  }

  /// @param changed called when it may have changed what is demanded, so that this node looks anew
  public Security of(Core core, Runnable changed) {
    return new Security(core, store, changed);
  }

  /// Forgets signatures that are good for nothing any more.
  public Retention signatures() {
    return new Retention(clock, SecurityStore.SIGNATURES_KEPT, List.of(store::prune));
  }

  /// Tells of keys that are soon too old.
  public KeyAges keyAges(NoticeStore notices, Ids ids) {
    return new KeyAges(store, notices, warning, ids, clock);
  }
}
