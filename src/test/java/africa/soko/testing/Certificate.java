package africa.soko.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/// A key and its own certificate for `localhost`, in PEM, made by the JDK's keytool.
///
/// @param certificate also the authority that a client trusts
public record Certificate(Path certificate, Path key) {
  private static final String ALIAS = "server";
  private static final String PASSWORD = "of a test";

  public static Certificate make(Path directory, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    var store = directory.resolve(name + ".p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-validity",
                    "2",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .inheritIO()
            .start();
    if (process.waitFor() != 0) throw new IOException("keytool failed");
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    var certificate = directory.resolve(name + ".crt");
    var key = directory.resolve(name + ".key");
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        key, pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    return new Certificate(certificate, key);
  }

  private static String pem(String type, byte[] content) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, text);
  }
}
