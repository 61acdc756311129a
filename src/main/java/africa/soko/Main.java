package africa.soko;

import africa.soko.cli.Soko;

/// The entry point of the program.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Soko.commandLine().execute(args));
  }
}
