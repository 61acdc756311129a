package africa.soko.platform.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/// Files that their owner alone can read, from their first moment on.
public final class SecretFile {
  private static final int BYTES = 32;

  private SecretFile() {}

  /// The secret that a file holds; a new one is made, and kept there, if there is no such file.
  public static String readOrMake(Path file) throws IOException {
    if (!Files.exists(file)) write(file, generate() + "\n");
    return Files.readString(file).strip();
  }

  /// Writes a file, or replaces it, at once and as a whole.
  public static void write(Path file, String text) throws IOException {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    Files.createFile(draft, ownerOnly);
    Files.writeString(draft, text);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String generate() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
