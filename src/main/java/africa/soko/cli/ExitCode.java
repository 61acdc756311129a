package africa.soko.cli;

/// What the program ends with, for scripts.
public final class ExitCode {
  /// It was done.
  public static final int DONE = 0;

  /// The answer is no: the books are wrong, or an operation was refused.
  public static final int NO = 1;

  /// The arguments or the settings cannot be used; nothing was done.
  public static final int USAGE = 2;

  /// It could not be done, or not to its end: a port is taken, a server is away.
  public static final int FAILED = 3;

  private ExitCode() {}
}
