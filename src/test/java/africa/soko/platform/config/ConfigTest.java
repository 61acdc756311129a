package africa.soko.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final Map<String, String> COMPLETE =
      Map.of(
          "SOKO_HTTP_HOST", "0.0.0.0",
          "SOKO_PG_URI", "postgresql://soko@db:5432/soko",
          "SOKO_REDIS_URI", "redis://cache:6379",
          "SOKO_SERVER_SECRET", SECRET,
          "SOKO_OPERATOR_TOKEN", SECRET,
          "SOKO_IDP_JWKS_URI", "https://idp.example/jwks.json",
          "SOKO_IDP_ISSUER", "https://idp.example",
          "SOKO_IDP_AUDIENCE", "soko");

  @TempDir Path temp;

  @Test
  void development_needs_nothing() {
    var config = development(Map.of());
    assertThat(config.integer(Setting.HTTP_PORT)).isEqualTo(8080);
    assertThat(config.text(Setting.HTTP_HOST)).isEqualTo("127.0.0.1");
    assertThat(config.path(Setting.DATA_DIR)).isEqualTo(Path.of("data"));
    assertThat(config.range(Setting.DESK_LIVE_FILL_SECONDS)).isEqualTo(new Range(60, 300));
    assertThat(config.duration(Setting.HTTP_IDLE_TIMEOUT)).isEqualTo(Duration.ofSeconds(75));
    assertThat(config.seconds(Setting.SHUTDOWN_DRAIN_SECONDS)).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.list(Setting.CORS_ORIGINS)).isEmpty();
    assertThat(config.optional(Setting.PG_URI)).isEmpty();
    assertThat(config.text(Setting.LOG_FORMAT)).isEqualTo("text");
  }

  @Test
  void service_names_everything_that_is_missing_at_once() {
    var invalid = invalid(Mode.SERVICE, Map.of());
    var required = Stream.of(Setting.values()).filter(Setting::isRequiredByStart).toList();
    assertThat(required).hasSize(8);
    assertThat(invalid.problems()).hasSize(required.size());
    for (var setting : required)
      assertThat(invalid.getMessage()).contains(setting.key() + " is missing");
  }

  @Test
  void service_runs_with_a_complete_environment() {
    var config = Config.load(Mode.SERVICE, List.of(), COMPLETE);
    assertThat(config.uri(Setting.IDP_JWKS_URI))
        .isEqualTo(URI.create("https://idp.example/jwks.json"));
    assertThat(config.text(Setting.LOG_FORMAT)).isEqualTo("json");
  }

  @ParameterizedTest
  @CsvSource({
    "SOKO_SERVER_SECRET, tooshort, soko.server.secret is shorter than 32 bytes",
    "SOKO_OPERATOR_TOKEN, tooshort, soko.operator.token is shorter than 32 bytes",
    "SOKO_IDP_JWKS_URI, http://idp.example/jwks, soko.idp.jwks.uri is not an https URL",
    "SOKO_CORS_ORIGINS, *, soko.cors.origins admits every site",
    "SOKO_CORS_ORIGINS, https://a.example/path, soko.cors.origins is not a list of origins",
    "SOKO_HTTP_PORT, 65536, soko.http.port is not a whole number from 0 to 65535",
    "SOKO_HTTP_PORT, x, soko.http.port is not a whole number",
    "SOKO_MANAGEMENT_PORT, 8080, soko.http.port and soko.management.port are the same",
    "SOKO_PG_URI, mysql://db/soko, soko.pg.uri is not a URI that starts with postgresql://host",
    "SOKO_HTTP_IDLE_TIMEOUT, 75, soko.http.idle.timeout is not a time",
    "SOKO_DESK_LIVE_FILL_SECONDS, 300-60, soko.desk.live.fill.seconds is not a range",
    "SOKO_LOG_FORMAT, xml, 'soko.log.format is none of json, text'",
    "SOKO_FEED_SEED, -1, soko.feed.seed is not a whole number from 0",
    "SOKO_FEED, real, 'soko.feed is none of simulated, files, http'",
    "SOKO_FEED, files, 'soko.feed is files, which needs SOKO_FEED_FOLDER'",
    "SOKO_FEED, http, 'soko.feed is http, which needs SOKO_FEED_URL'",
    "SOKO_FEED_FOLDER, /prices, 'soko.feed.folder is given, but soko.feed is simulated and not"
        + " files'",
    "SOKO_FEED_URL, https://a.example/x, 'soko.feed.url is given, but soko.feed is simulated'",
    "SOKO_FEED_HEADER, X-Key: a, 'soko.feed.header is given, but soko.feed is simulated'",
  })
  void what_is_wrong_or_unsafe_is_refused(String variable, String value, String problem) {
    var environment = new HashMap<>(COMPLETE);
    environment.put(variable, value);
    var invalid = invalid(Mode.SERVICE, environment);
    assertThat(invalid.problems()).singleElement().asString().startsWith(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "http://prices.example/all, is neither https nor http on this machine",
    "https://me:you@prices.example/all, has a user in it",
    "prices, is not a URL",
  })
  void what_a_feed_is_asked_by_is_checked_and_never_quoted(String url, String problem) {
    var environment = new HashMap<>(COMPLETE);
    environment.putAll(Map.of("SOKO_FEED", "http", "SOKO_FEED_URL", url));
    assertThat(invalid(Mode.SERVICE, environment).problems())
        .singleElement()
        .asString()
        .startsWith("soko.feed.url " + problem)
        .doesNotContain(url);
    for (var near : List.of("http://127.0.0.1:9/x", "http://[::1]:9/x", "https://p.example/?k=1")) {
      environment.put("SOKO_FEED_URL", near);
      assertThat(Config.load(Mode.SERVICE, List.of(), environment).print()).doesNotContain(near);
    }
    environment.put("SOKO_FEED_HEADER", "no header");
    assertThat(invalid(Mode.SERVICE, environment).getMessage())
        .contains("soko.feed.header is not Name: value")
        .doesNotContain("no header");
  }

  @Test
  void command_line_wins_over_environment_over_file_over_default() throws IOException {
    var file =
        Files.writeString(
            temp.resolve("soko.properties"),
            "soko.pg.pool.size=3\nsoko.feed.seed=3\nsoko.http.port=3\n");
    var environment =
        Map.of("SOKO_CONFIG_FILE", file.toString(), "SOKO_FEED_SEED", "2", "SOKO_HTTP_PORT", "2");
    for (var spelling :
        List.of(
            List.of("--http.port=1"), List.of("--soko.http.port", "1"), List.of("--http-port=1"))) {
      var config = Config.load(Mode.DEVELOPMENT, spelling, environment);
      assertThat(config.integer(Setting.HTTP_PORT)).isEqualTo(1);
      assertThat(config.number(Setting.FEED_SEED)).isEqualTo(2);
      assertThat(config.integer(Setting.PG_POOL_SIZE)).isEqualTo(3);
      assertThat(config.integer(Setting.MANAGEMENT_PORT)).isEqualTo(8081);
    }
  }

  @Test
  void a_misspelt_setting_is_refused_on_the_command_line_and_in_the_file() throws IOException {
    var file = Files.writeString(temp.resolve("soko.properties"), "soko.htpp.port=1\n");
    var arguments = List.of("--htpp.host=x", "stray");
    assertThatThrownBy(
            () ->
                Config.load(
                    Mode.DEVELOPMENT, arguments, Map.of("SOKO_CONFIG_FILE", file.toString())))
        .hasMessageContaining(
            "There is no setting --htpp.host (command line); did you mean --http.host")
        .hasMessageContaining("stray is no setting")
        .hasMessageContaining("There is no setting soko.htpp.port (" + file)
        .hasMessageContaining("; did you mean soko.http.port");
  }

  @Test
  void a_misspelt_variable_is_refused_with_the_nearest_name() {
    assertThat(invalid(Mode.DEVELOPMENT, Map.of("SOKO_HTPP_PORT", "1", "PATH", "/bin")).problems())
        .containsExactly(
            "There is no setting SOKO_HTPP_PORT (environment); did you mean SOKO_HTTP_PORT");
    assertThat(invalid(Mode.DEVELOPMENT, Map.of("SOKO_PG_PASWORD_FILE", "/x")).getMessage())
        .contains("did you mean SOKO_PG_PASSWORD");
  }

  @Test
  void variables_of_an_orchestrator_are_not_settings() {
    var environment =
        Map.of(
            "SOKO_SERVICE_HOST", "10.0.0.1",
            "SOKO_SERVICE_PORT_MANAGEMENT", "8081",
            "SOKO_PORT", "tcp://10.0.0.1:8080",
            "SOKO_PORT_8080_TCP_ADDR", "10.0.0.1",
            "SOKO_REDIS_PORT", "tcp://10.0.0.2:6379",
            "SOKO_MANAGEMENT_PORT", "tcp://10.0.0.3:80",
            "SOKO_HTTP_PORT", " ");
    assertThat(development(environment))
        .extracting(c -> c.integer(Setting.HTTP_PORT), c -> c.integer(Setting.MANAGEMENT_PORT))
        .containsExactly(8080, 8081);
  }

  @Test
  void a_secret_may_come_from_a_file_but_not_from_both() throws IOException {
    var file = Files.writeString(temp.resolve("secret"), SECRET + "\n");
    var environment = new HashMap<>(COMPLETE);
    environment.remove("SOKO_SERVER_SECRET");
    environment.put("SOKO_SERVER_SECRET_FILE", file.toString());
    var config = Config.load(Mode.SERVICE, List.of(), environment);
    assertThat(config.text(Setting.SERVER_SECRET)).isEqualTo(SECRET);

    environment.put("SOKO_SERVER_SECRET", SECRET);
    assertThat(invalid(Mode.SERVICE, environment).problems())
        .containsExactly("soko.server.secret is given both itself and as a file");

    environment.remove("SOKO_SERVER_SECRET");
    environment.put("SOKO_SERVER_SECRET_FILE", temp.resolve("absent").toString());
    assertThat(invalid(Mode.SERVICE, environment).getMessage()).contains("cannot be read from");
  }

  @Test
  void secrets_are_never_printed() {
    var environment = new HashMap<>(COMPLETE);
    environment.put("SOKO_PG_URI", "postgresql://soko:hunter2@db:5432/soko");
    environment.put("SOKO_PG_PASSWORD", "hunter2");
    var config = Config.load(Mode.SERVICE, List.of(), environment);
    assertThat(config.print())
        .doesNotContain(SECRET)
        .doesNotContain("hunter2")
        .contains("soko.server.secret=***  (environment)")
        .contains("soko.pg.uri=postgresql://soko:***@db:5432/soko  (environment)")
        .contains("soko.http.port=8080  (default)")
        .contains("soko.cors.origins=  (not set)");
    assertThat(config.toString()).doesNotContain("hunter2");
  }

  @Test
  void development_secrets_are_made_once_and_kept_private() throws IOException {
    var first = DevelopmentSecrets.fill(development(Map.of()), temp);
    var second = DevelopmentSecrets.fill(development(Map.of()), temp);
    assertThat(first.text(Setting.SERVER_SECRET))
        .hasSizeGreaterThanOrEqualTo(32)
        .isEqualTo(second.text(Setting.SERVER_SECRET))
        .isNotEqualTo(first.text(Setting.OPERATOR_TOKEN));
    assertThat(Files.getPosixFilePermissions(temp.resolve("soko.server.secret")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    var given = DevelopmentSecrets.fill(development(Map.of("SOKO_OPERATOR_TOKEN", SECRET)), temp);
    assertThat(given.text(Setting.OPERATOR_TOKEN)).isEqualTo(SECRET);
  }

  @Test
  void every_default_passes_its_own_check() {
    for (var setting : Setting.values()) {
      for (var mode : Mode.values()) {
        var fallback = setting.fallback(mode);
        if (fallback != null)
          assertThat(setting.problem(fallback, mode)).as(setting.key()).isNull();
      }
    }
  }

  /// The file lists each setting in the order of the table: its reason, whether `start` needs it,
  /// and its default, commented out.
  @Test
  void the_file_lists_every_setting_with_its_default_and_reason() throws IOException {
    var file = Files.readString(Path.of("conf/soko.properties"));
    var from = 0;
    for (var setting : Setting.values()) {
      var at = file.indexOf(entry(setting), from);
      assertThat(at)
          .as("conf/soko.properties should hold, in order:\n%s", entry(setting))
          .isNotNegative();
      from = at;
    }
    assertThat(file.lines().filter(line -> line.matches("#?soko\\..*")))
        .hasSameSizeAs(Setting.values());
    assertThat(file.lines().filter(line -> !line.isBlank())).allMatch(line -> line.startsWith("#"));
  }

  private static String entry(Setting setting) {
    var service = setting.fallback(Mode.SERVICE);
    var development = setting.fallback(Mode.DEVELOPMENT);
    var notes = new StringBuilder();
    if (setting.isRequiredByStart()) notes.append(" Required by start.");
    if (setting.isSecret())
      notes.append(" Secret: also ").append(setting.variable()).append("_FILE.");
    if (development != null && !development.equals(service)) {
      notes.append(" start-dev: ").append(development).append('.');
    }
    return "# %s%s\n#%s=%s\n"
        .formatted(setting.reason(), notes, setting.key(), service == null ? "" : service);
  }

  private static Config development(Map<String, String> environment) {
    return Config.load(Mode.DEVELOPMENT, List.of(), environment);
  }

  private static InvalidConfig invalid(Mode mode, Map<String, String> environment) {
    return catchThrowableOfType(
        InvalidConfig.class, () -> Config.load(mode, List.of(), environment));
  }
}
