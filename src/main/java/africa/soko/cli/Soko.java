package africa.soko.cli;

import africa.soko.ProcessMeters;
import picocli.CommandLine.Command;

/// The program: everything it can do is a subcommand.
@Command(
    name = "soko",
    description = "Partner brokerage and market data for African exchanges.",
    mixinStandardHelpOptions = true,
    version = ProcessMeters.VERSION,
    subcommands = {
      StartDev.class,
      Start.class,
      Migrate.class,
      LedgerCommand.class,
      ConfigCommand.class
    })
public final class Soko {}
