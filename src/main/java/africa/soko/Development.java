package africa.soko;

import africa.soko.edge.Contract;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.ListenHost;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.sandbox.DevelopmentIdentityProvider;
import africa.soko.sandbox.DevelopmentRoutes;
import africa.soko.sandbox.OneTimeLink;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What a service has in development alone, for whoever sits at its machine.
final class Development {
  private final DevelopmentIdentityProvider provider;
  private final OneTimeLink link;
  private final boolean providerIsPublic;

  private Development(Config config, InstantSource clock) {
    provider =
        new DevelopmentIdentityProvider(
            config.text(Setting.IDP_ISSUER), config.text(Setting.IDP_AUDIENCE), clock);
    link = new OneTimeLink(clock);
    providerIsPublic = config.text(Setting.DEV_IDP_PUBLIC).equals("true");
  }

  /// Null where this is no development instance.
  static @Nullable Development of(Config config, InstantSource clock) {
    return config.mode() == Mode.DEVELOPMENT ? new Development(config, clock) : null;
  }

  /// Whether webhooks may go to this machine: not where somebody else could have them sent there.
  static boolean webhooksReachThisMachine(Config config) {
    return config.mode() == Mode.DEVELOPMENT
        && switch (config.text(Setting.DEV_WEBHOOK_LOOPBACK)) {
          case "true" -> true;
          case "false" -> false;
          default -> new ListenHost(config.text(Setting.HTTP_HOST)).isLoopback();
        };
  }

  /// The keys of its identity provider.
  Buffer keySet() {
    return provider.jwks();
  }

  void bind(Contract contract) {
    new DevelopmentRoutes(provider, link, providerIsPublic).bind(contract);
  }

  String offer(String sandboxKey) {
    return link.offer(sandboxKey);
  }
}
