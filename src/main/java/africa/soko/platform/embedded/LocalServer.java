package africa.soko.platform.embedded;

/// A server that runs beside the service and belongs to it.
public interface LocalServer extends AutoCloseable {
  /// For messages, for example `PostgreSQL`.
  String name();

  /// Starts the server again if it has ended by itself, under the same address.
  ///
  /// @return whether it had
  /// @throws CannotStart if it cannot be had again
  boolean revive();

  @Override
  void close();
}
