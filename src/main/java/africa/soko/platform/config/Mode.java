package africa.soko.platform.config;

/// How strictly settings are checked.
public enum Mode {
  /// `start-dev`: what is missing gets a value that is safe on a developer's machine.
  DEVELOPMENT,
  /// `start`: what is missing or unsafe is refused.
  SERVICE
}
