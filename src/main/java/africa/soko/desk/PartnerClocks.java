package africa.soko.desk;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Map;

/// Whose time runs ahead of the real one, and by how much.
public interface PartnerClocks {
  /// Nobody's, as in the live environment.
  PartnerClocks REAL = () -> Future.succeededFuture(Map.of());

  Future<Map<String, Duration>> ahead();
}
