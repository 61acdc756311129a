package africa.soko.notice;

/// Looks for what partners have not been told yet, and tells them.
@FunctionalInterface
public interface Teller {
  /// Tells a bounded number of partners; blocks a virtual thread.
  ///
  /// @return whether there may be more
  boolean tell();
}
