package africa.soko.edge;

/// The two worlds of the service. Nothing of one can be reached from the other (SPEC "Core rules"
/// 7).
public enum Environment {
  LIVE("live", "/api/v1/partner"),
  SANDBOX("sandbox", "/api/sandbox/v1/partner");

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

  /// The environment that a path at the root of the service belongs to.
  static Environment ofPath(String path) {
    return path.startsWith("/api/sandbox/") ? SANDBOX : LIVE;
  }
}
