package africa.soko.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

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

  /// What a client trusts this certificate with and, if it has one of its own, shows that.
  public SSLContext trustedBy(@Nullable Certificate own)
      throws IOException, GeneralSecurityException {
    var trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry(ALIAS, store().getCertificate(ALIAS));
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(trust);
    var shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (own != null) shown.init(own.store(), PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(own == null ? null : shown.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  /// In the form that is hashed and sent.
  public byte[] der() throws IOException, GeneralSecurityException {
    return store().getCertificate(ALIAS).getEncoded();
  }

  private KeyStore store() throws IOException, GeneralSecurityException {
    var name = certificate.getFileName().toString().replace(".crt", ".p12");
    return KeyStore.getInstance(certificate.resolveSibling(name).toFile(), PASSWORD.toCharArray());
  }

  private static String pem(String type, byte[] content) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, text);
  }
}
