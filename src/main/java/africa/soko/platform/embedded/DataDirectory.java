package africa.soko.platform.embedded;

import africa.soko.platform.crypto.SecretFile;
import africa.soko.platform.crypto.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The directory that holds everything a development instance keeps. Opening it takes a lock that
/// the operating system gives back when the process ends, however it ends; a second instance is
/// refused.
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "soko.lock";
  private static final String OWNER = "soko.pid";
  private static final String SECRET = "servers.secret";

  /// What may be there before the first instance: scripts/run makes these.
  private static final Set<String> BEFORE_THE_FIRST = Set.of("tmp", "soko.jsa");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final FileChannel channel;

  private DataDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /// Creates the directory if it is missing, locks it, and ends what a killed instance left running
  /// in it.
  ///
  /// @throws CannotStart if another instance uses the directory or it cannot be written
  public static DataDirectory open(Path directory) {
    try {
      var path = createPrivate(directory).toRealPath();
      keepOthersOut(path);
      var directoryInUse = new Owner(path.resolve(OWNER));
      // Asked first: opening and closing the lock file once more in this process would give up the
      // lock that the process already holds.
      if (directoryInUse.isThisProcess()) throw inUse(path, directoryInUse);
      var channel = lock(path, directoryInUse);
      directoryInUse.claim();
      Leftover.end(path.resolve(LocalPostgres.PID_FILE), path);
      Leftover.end(path.resolve(LocalRedis.PID_FILE), path);
      return new DataDirectory(path, channel);
    } catch (IOException e) {
      throw new CannotStart("The data directory %s cannot be used: %s".formatted(directory, e), e);
    }
  }

  private static FileChannel lock(Path path, Owner owner) throws IOException {
    var channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock lock = null;
    try {
      lock = channel.tryLock();
    } finally {
      if (lock == null) channel.close();
    }
    if (lock == null) throw inUse(path, owner);
    return channel;
  }

  private static CannotStart inUse(Path path, Owner owner) {
    return new CannotStart(
        "The data directory %s is in use by another Soko (process %s). Stop it, or choose another one with SOKO_DATA_DIR."
            .formatted(path, owner.pid()));
  }

  /// The absolute path, without symbolic links.
  public Path path() {
    return path;
  }

  public Path resolve(String name) {
    return path.resolve(name);
  }

  /// The password of a server, or of one of its roles: it follows from the directory's own secret.
  String password(String of) {
    var secret = secret();
    var hash = Sha256.of((secret + "\n" + of).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  private String secret() {
    try {
      return SecretFile.readOrMake(path.resolve(SECRET));
    } catch (IOException e) {
      throw new CannotStart("Cannot keep a secret in %s: %s".formatted(path, e), e);
    }
  }

  /// Creates a directory inside this one, readable by its owner alone.
  Path directory(String name) {
    try {
      return createPrivate(path.resolve(name));
    } catch (IOException e) {
      throw new CannotStart("Cannot create %s: %s".formatted(path.resolve(name), e), e);
    }
  }

  private static Path createPrivate(Path directory) throws IOException {
    if (Files.isDirectory(directory)) return directory;
    return Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
  }

  /// Takes from others what they may do in the directory. One that holds other things is refused
  /// instead: somebody may need it as it is.
  private static void keepOthersOut(Path path) throws IOException {
    var permissions = Files.getPosixFilePermissions(path);
    if (OWNER_ONLY.containsAll(permissions)) return;
    if (!isOurs(path)) {
      throw new CannotStart(
          "The data directory %s is open to other users (%s) and holds other things: choose another one with SOKO_DATA_DIR, or close it with chmod 700."
              .formatted(path, PosixFilePermissions.toString(permissions)));
    }
    Files.setPosixFilePermissions(path, OWNER_ONLY);
  }

  private static boolean isOurs(Path path) throws IOException {
    if (Files.exists(path.resolve(LOCK))) return true;
    try (var entries = Files.list(path)) {
      return entries.allMatch(one -> BEFORE_THE_FIRST.contains(one.getFileName().toString()));
    }
  }

  /// Gives the directory back. The servers in it must have been stopped before.
  @Override
  public void close() {
    try {
      Files.deleteIfExists(path.resolve(OWNER));
      channel.close();
    } catch (IOException e) {
      throw new CannotStart("Cannot give back the data directory " + path, e);
    }
  }

  /// Who holds the directory: the process id with its start time, because a container gives the
  /// same id to every process it starts.
  private record Owner(Path file) {
    boolean isThisProcess() throws IOException {
      return Files.exists(file) && Files.readString(file).equals(current());
    }

    void claim() throws IOException {
      Files.writeString(file, current());
    }

    String pid() {
      try {
        return Files.readString(file).split(" ", 2)[0];
      } catch (IOException e) {
        return "unknown";
      }
    }

    private static String current() {
      var self = ProcessHandle.current();
      var started = self.info().startInstant().map(Object::toString).orElse("");
      return self.pid() + " " + started;
    }
  }
}
