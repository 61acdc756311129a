package africa.soko.security;

import static africa.soko.security.PolicyCalls.demand;
import static africa.soko.security.PolicyCalls.open;
import static africa.soko.security.PolicyCalls.user;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sha256;
import africa.soko.testing.Api;
import africa.soko.testing.Certificate;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The ports that speak TLS, and the certificates of partners' clients, on two nodes: one that
/// speaks TLS itself, and one behind a proxy.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class MutualTlsIT {
  private static final String MTLS = "requireMtls";
  private static final String HEADER = "Client-Cert";

  @TempDir private static Path directory;
  private Certificate server;
  private Certificate own;
  private Certificate others;
  private Service direct;
  private Service behind;

  @BeforeAll
  void start() throws Exception {
    server = Certificate.make(directory, "server");
    own = Certificate.make(directory, "own");
    others = Certificate.make(directory, "others");
    behind =
        new Service(
            new MovingClock(), config -> config.with(Setting.TRUSTED_PROXIES, "127.0.0.1/32"));
    direct = behind.another(this::speakingTls);
  }

  private Config speakingTls(Config config) {
    return config
        .with(Setting.TLS_CERT_FILE, server.certificate().toString())
        .with(Setting.TLS_KEY_FILE, server.key().toString())
        .with(Setting.TLS_LOOK, "100ms")
        .with(Setting.MTLS_PORT, "0");
  }

  @AfterAll
  void stop() {
    direct.close();
    behind.close();
  }

  @Test
  void a_certificate_that_is_noted_is_let_in_and_no_other() throws Exception {
    var partner = partner(own);
    try (var client = client(partner, own);
        var stranger = client(partner, others);
        var plain = new TlsClient(direct.port(), server, null, partner.key());
        var nobody = client(partner, null)) {
      assertThat(client.get("/account").statusCode()).isEqualTo(200);
      assertThat(client.post("/users", user()).statusCode()).isEqualTo(201);
      assertThat(stranger.get("/account").statusCode()).isEqualTo(401);
      assertThat(stranger.post("/users", user()).statusCode()).isEqualTo(401);
      assertThat(plain.get("/account").statusCode()).isEqualTo(401);
      assertThatThrownBy(() -> nobody.get("/account")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_certificate_counts_on_all_nodes_from_the_moment_on_when_it_is_noted() throws Exception {
    var partner = partner(own);
    try (var client = client(partner, own);
        var next = client(partner, others)) {
      assertThat(client.post("/users", user()).statusCode()).isEqualTo(201);
      note(partner, others);
      assertThat(client.post("/users", user()).statusCode()).isIn(401, 503);
      eventually(() -> status(client), status -> status == 401);
      eventually(() -> status(next), status -> status == 200);
    }
  }

  @Test
  void a_trusted_proxy_tells_the_certificate_in_each_of_its_forms() throws Exception {
    var partner = partner(own);
    var sandbox = behind.at(Environment.SANDBOX.base()).as(partner.key());
    for (var told : forms(own)) {
      told(sandbox, told).expect(200);
    }
    for (var told : forms(others)) {
      assertThat(told(sandbox, told)).isRefused(401, "AUTH_INVALID");
    }
    for (var told : List.of("", "::", ":x:", "%zz", "-----BEGIN", hash(own).substring(1))) {
      assertThat(told(sandbox, told)).isRefused(401, "AUTH_INVALID");
    }
    var twice = sandbox.request("GET", "/account").header(HEADER, hash(own));
    assertThat(twice.header(HEADER, hash(own)).send()).isRefused(401, "AUTH_INVALID");
    assertThat(open(sandbox)).isRefused(401, "AUTH_INVALID");
  }

  @Test
  void what_somebody_else_tells_of_a_certificate_does_not_count() throws Exception {
    try (var plain = new Service();
        var other = plain.another(config -> config.with(Setting.TRUSTED_PROXIES, "10.0.0.0/8"))) {
      var partner = plain.partner();
      note(plain, partner, own);
      demand(plain, partner, MTLS, true);
      for (var node : List.of(plain, other)) {
        var sandbox = node.at(Environment.SANDBOX.base()).as(partner.key());
        for (var told : forms(own)) {
          eventually(() -> told(sandbox, told).status(), status -> status == 401);
        }
      }
    }
  }

  @Test
  void addresses_are_those_that_trusted_proxies_tell() {
    var partner = behind.partner();
    var sandbox = partner.sandbox();
    SecuritySamples.upgrade(behind, partner.id());
    var allowed = List.of("203.0.113.0/24", "2001:db8::/32");
    from(sandbox, "203.0.113.7", "PUT", "/security-policy")
        .body(PolicyCalls.policy("ipAllowlist", allowed))
        .send()
        .expect(200);
    for (var right :
        List.of("203.0.113.7", "::ffff:203.0.113.7", "2001:db8::1", "1.1.1.1, 203.0.113.7")) {
      from(sandbox, right, "GET", "/account").send().expect(200);
    }
    for (var wrong :
        List.of(
            "1.1.1.1",
            "203.0.113.7, 1.1.1.1",
            "203.0.113.7, nonsense",
            "203.0.113.7,",
            "2001:db9::1",
            "::ffff:1.1.1.1")) {
      assertThat(from(sandbox, wrong, "GET", "/account").send()).isRefused(403, "FORBIDDEN");
    }
    assertThat(sandbox.get("/account")).isRefused(403, "FORBIDDEN");
  }

  private static Api.Request from(Api api, String forwarded, String method, String path) {
    return api.request(method, path).header("X-Forwarded-For", forwarded);
  }

  @Test
  void the_public_port_speaks_http_2() throws Exception {
    var partner = behind.partner();
    try (var client = new TlsClient(direct.port(), server, null, partner.key())) {
      var account = client.get("/account");
      assertThat(account.version()).isEqualTo(Version.HTTP_2);
      assertThat(account.statusCode()).isEqualTo(200);
      assertThat(client.post("/users", user()).statusCode()).isEqualTo(201);
      var unsized = Reply.write(user()).getBytes(StandardCharsets.UTF_8);
      var streamed = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(unsized));
      assertThat(client.post("/users", streamed).statusCode()).isEqualTo(201);
      assertThat(client.post("/users", Map.of("nonsense", 1)).statusCode()).isEqualTo(400);
      var large = BodyPublishers.ofString("x".repeat(300_000));
      assertThat(client.post("/users", large).statusCode()).isEqualTo(413);
      assertThat(client.get("/nowhere").statusCode()).isEqualTo(404);
      assertThat(client.get("/account").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_stream_comes_by_http_2_beside_other_requests() throws Exception {
    var partner = behind.partner();
    try (var client = new TlsClient(direct.port(), server, null, partner.key())) {
      var stream = client.open("/stream");
      assertThat(stream.version()).isEqualTo(Version.HTTP_2);
      var reader = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
      assertThat(client.post("/users", user()).statusCode()).isEqualTo(201);
      partner.user().funded("5");
      var line = reader.readLine();
      while (!line.startsWith("event:")) line = reader.readLine();
      assertThat(line).contains("deposit.confirmed");
      partner.sandbox().post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
      for (line = reader.readLine(); line != null; ) line = reader.readLine();
    }
  }

  @Test
  void a_certificate_that_is_replaced_is_shown_without_a_restart() throws Exception {
    var files = Files.createDirectory(directory.resolve("renewed"));
    var first = copy(server, files);
    var next = Certificate.make(directory, "next");
    try (var service =
        behind.another(
            config ->
                speakingTls(config)
                    .with(Setting.TLS_CERT_FILE, first.certificate().toString())
                    .with(Setting.TLS_KEY_FILE, first.key().toString()))) {
      var partner = behind.partner();
      for (int port : new int[] {service.port(), service.clientPort()}) {
        assertThat(trusts(port, server, partner)).isTrue();
        assertThat(trusts(port, next, partner)).isFalse();
      }
      copy(next, files);
      for (int port : new int[] {service.port(), service.clientPort()}) {
        eventually(() -> trusts(port, next, partner), trusts -> trusts);
        assertThat(trusts(port, server, partner)).isFalse();
      }
      Files.writeString(first.certificate(), "no certificate");
      for (int i = 0; i < 20; i++) assertThat(trusts(service.port(), next, partner)).isTrue();
    }
  }

  private boolean trusts(int port, Certificate shown, Partner partner) {
    try (var client = new TlsClient(port, shown, own, partner.key())) {
      return client.get("/account").statusCode() == 200;
    } catch (IOException _) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Certificate copy(Certificate from, Path directory) throws IOException {
    var certificate = directory.resolve("tls.crt");
    var key = directory.resolve("tls.key");
    Files.copy(from.key(), key, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(from.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
    return new Certificate(certificate, key);
  }

  private Partner partner(Certificate noted) throws Exception {
    var partner = behind.partner();
    note(partner, noted);
    demand(behind, partner, MTLS, true);
    return partner;
  }

  private void note(Partner partner, Certificate noted) throws Exception {
    note(behind, partner, noted);
  }

  private static void note(Service service, Partner partner, Certificate noted) throws Exception {
    service
        .operator()
        .request("PUT", "/partners/" + partner.id() + "/client-certificates")
        .body(Map.of("sha256", List.of(hash(noted))))
        .send()
        .expect(200);
  }

  private TlsClient client(Partner partner, Certificate shown) throws Exception {
    return new TlsClient(direct.clientPort(), server, shown, partner.key());
  }

  private static int status(TlsClient client) {
    try {
      return client.get("/account").statusCode();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Reply told(Api api, String certificate) {
    return api.request("GET", "/account").header(HEADER, certificate).send();
  }

  private static List<String> forms(Certificate of) throws Exception {
    var base64 = Base64.getEncoder().encodeToString(of.der());
    var pem = URLEncoder.encode(Files.readString(of.certificate()), StandardCharsets.UTF_8);
    return List.of(hash(of), ":" + base64 + ":", pem.replace("+", "%20"));
  }

  private static String hash(Certificate of) throws Exception {
    return HexFormat.of().formatHex(Sha256.of(of.der()));
  }
}
