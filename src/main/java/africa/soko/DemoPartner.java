package africa.soko;

import africa.soko.feature.Core;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// What start-dev has for the partner that it registers by itself.
///
/// @param seed what its live master wallet begins with
public record DemoPartner(Core live, Core sandbox, LiveKeys liveKeys, Usd seed) {

  /// Gives it a live key and opens its live books.
  ///
  /// @param known the key of an earlier start; a new one is made if it is unknown here
  public Future<String> liveKey(String partnerId, @Nullable String known) {
    return live.ledger()
        .send(new OpenMasterAccount(partnerId, seed))
        .compose(_ -> liveKeys.keep(partnerId, known));
  }

  /// How many sandbox orders it has, counted up to a thousand.
  public Future<Long> orders(String partnerId) {
    return new CountedOrders(sandbox.pool()).of(partnerId);
  }
}
