package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.db.ServiceRole;
import africa.soko.platform.embedded.CannotStart;

/// The tables before the service starts on them: their owner brings them up to date and lets the
/// service's role read and write rows.
final class Schemas {
  private Schemas() {}

  /// Migrates where the owner's role is given, and looks whether somebody did where it is not. In
  /// development the service's own role takes the place of one that is not given.
  ///
  /// @throws CannotStart if migrations are missing, or the service would have more rights than it
  ///   needs
  static void prepare(Config config) {
    boolean isService = config.mode() == Mode.SERVICE;
    if (config.optional(Setting.PG_OWNER_USER).isPresent() || !isService) migrate(config);
    else requireNonePending(config);
    if (isService) requireLittlePower(config);
  }

  /// Runs what is missing and returns how many migrations that were.
  static int migrate(Config config) {
    var service = PostgresAddress.from(config);
    var owner = PostgresAddress.ofOwner(config).orElse(service);
    var migrations = new Migrations(owner);
    int count = migrations.run();
    if (!owner.getUser().equals(service.getUser())) migrations.grantTo(service.getUser());
    return count;
  }

  private static void requireNonePending(Config config) {
    int pending = new Migrations(PostgresAddress.from(config)).pending();
    if (pending == 0) return;
    throw new CannotStart(
        "%d migrations are missing: run them with %s, or give start the owner of the tables with %s."
            .formatted(pending, Soko.asTyped("soko migrate"), Setting.PG_OWNER_USER.variable()));
  }

  private static void requireLittlePower(Config config) {
    var address = PostgresAddress.from(config);
    ServiceRole.excess(address)
        .ifPresent(
            excess -> {
              throw new CannotStart(
                  "The role %s of %s %s: name one that may only read and write rows, and the owner of the tables with %s (src/main/resources/db/roles.sql makes both)."
                      .formatted(
                          address.getUser(),
                          Setting.PG_URI.variable(),
                          excess,
                          Setting.PG_OWNER_USER.variable()));
            });
  }
}
