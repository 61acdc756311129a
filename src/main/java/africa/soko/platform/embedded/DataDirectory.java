package africa.soko.platform.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// The directory that holds everything a development instance keeps. Opening it takes a lock that
/// the operating system gives back when the process ends, however it ends; a second instance is
/// refused.
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "soko.lock";
  private static final String OWNER = "soko.pid";

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
    var ownerOnly = PosixFilePermissions.fromString("rwx------");
    return Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(ownerOnly));
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
