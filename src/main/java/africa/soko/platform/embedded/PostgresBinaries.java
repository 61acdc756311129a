package africa.soko.platform.embedded;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// Unpacks PostgreSQL's programs from the class path, once per version of the archive.
final class PostgresBinaries {
  private PostgresBinaries() {}

  /// The directory that holds `bin`, `lib` and `share`.
  static Path unpackInto(Path parent) throws IOException {
    var home = parent.resolve("postgres-" + digest());
    if (Files.isDirectory(home)) return home;
    // Unpacked aside and moved when whole: a run that was killed leaves no half of it behind.
    var draft = Files.createTempDirectory(parent, "postgres-draft-");
    try (var archive = archive();
        var tar = new TarArchiveInputStream(new XZInputStream(archive))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(entry, tar, draft);
      }
    }
    return Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path root)
      throws IOException {
    var target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root))
      throw new IOException("Entry outside of the archive: " + entry.getName());
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling(""));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, root.resolve(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      if ((entry.getMode() & 0100) != 0) makeExecutable(target);
    }
  }

  private static void makeExecutable(Path file) throws IOException {
    var permissions = EnumSet.copyOf(Files.getPosixFilePermissions(file));
    permissions.add(PosixFilePermission.OWNER_EXECUTE);
    Files.setPosixFilePermissions(file, permissions);
  }

  private static String digest() throws IOException {
    try (var archive = new DigestInputStream(archive(), MessageDigest.getInstance("SHA-256"))) {
      archive.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(archive.getMessageDigest().digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static InputStream archive() throws IOException {
    var system = System.getProperty("os.name", "");
    var machine = System.getProperty("os.arch", "");
    try {
      return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine);
    } catch (IllegalStateException e) {
      throw new CannotStart(
          "No PostgreSQL is packed for %s on %s; name a running one with SOKO_PG_URI."
              .formatted(system, machine),
          e);
    }
  }
}
