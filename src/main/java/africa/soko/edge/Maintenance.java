package africa.soko.edge;

import io.vertx.core.http.HttpMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether the service is closed for work on it (SPEC "Maintenance modes").
public record Maintenance(Mode mode, int retryAfterSeconds) {
  public static final Maintenance OFF = new Maintenance(Mode.OFF, 0);
  private static final String STATUS_PATH = "/api/v1/status";

  /// What is closed.
  public enum Mode {
    OFF,
    READ_ONLY,
    FULL
  }

  /// What ends open streams, or null.
  public @Nullable Refused endOfStreams() {
    return mode == Mode.FULL ? refusal() : null;
  }

  public @Nullable Refused refusal(HttpMethod method, String path) {
    if (mode == Mode.OFF || path.equals(STATUS_PATH)) return null;
    boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    if (mode == Mode.READ_ONLY && reads) return null;
    return refusal();
  }

  private Refused refusal() {
    return Refused.of(ErrorCode.MAINTENANCE, "The service is under maintenance")
        .with("mode", mode.name().toLowerCase(Locale.ROOT))
        .retryAfter(retryAfterSeconds);
  }
}
