package africa.soko.edge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The two worlds of the service. Nothing of one can be reached from the other (SPEC "Core rules"
/// 7).
public enum Environment {
  @JsonProperty("live")
  LIVE("live", "/api/v1/partner"),
  @JsonProperty("sandbox")
  SANDBOX("sandbox", "/api/sandbox/v1/partner");

  /// As they are written.
  static final Map<String, Environment> BY_NAME = Map.of("live", LIVE, "sandbox", SANDBOX);

  private final String schema;
  private final String base;

  Environment(String schema, String base) {
    this.schema = schema;
    this.base = base;
  }

  /// The name of the database schema, of the Redis key prefix and in addresses of the bus.
  public String schema() {
    return schema;
  }

  /// The path under which partner operations are served.
  public String base() {
    return base;
  }

  /// The environment below whose base a path lies, or null if it is below neither.
  public static @Nullable Environment ofBase(String path) {
    if (isBelow(path, "/api/sandbox")) return SANDBOX;
    return isBelow(path, LIVE.base) ? LIVE : null;
  }

  private static boolean isBelow(String path, String base) {
    return path.startsWith(base)
        && (path.length() == base.length() || path.charAt(base.length()) == '/');
  }

  /// The environment that a path at the root of the service belongs to.
  public static Environment ofPath(String path) {
    return path.startsWith("/api/sandbox/") ? SANDBOX : LIVE;
  }
}
