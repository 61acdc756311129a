package africa.soko.cli;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The real command, as `main` runs it, with arguments as somebody would type them.
class CommandLineTest {
  private static final String SECRET = "a secret of a test, with more than 32 bytes";

  /// A value of each setting that has no default.
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("soko.public.url", "https://api.example.com"),
          Map.entry("soko.cors.origins", "https://app.example.com"),
          Map.entry("soko.http.trusted.proxies", "10.0.0.0/8,2001:db8::/32"),
          Map.entry("soko.http.tls.cert.file", "/etc/soko/cert.pem"),
          Map.entry("soko.http.tls.key.file", "/etc/soko/key.pem"),
          Map.entry("soko.mtls.port", "8443"),
          Map.entry("soko.pg.uri", "postgresql://soko@db:5432/soko?a=b"),
          Map.entry("soko.pg.password", SECRET),
          Map.entry("soko.pg.sslmode", "verify-full"),
          Map.entry("soko.pg.ca.file", "/etc/ssl/certs/ca-certificates.crt"),
          Map.entry("soko.pg.owner.user", "soko_owner"),
          Map.entry("soko.pg.owner.password", SECRET),
          Map.entry("soko.redis.password", SECRET),
          Map.entry("soko.redis.ca.file", "/etc/ssl/certs/ca-certificates.crt"),
          Map.entry("soko.redis.uri", "redis://cache:6379"),
          Map.entry("soko.smtp.host", "mail.example.com"),
          Map.entry("soko.smtp.user", "soko"),
          Map.entry("soko.smtp.password", SECRET),
          Map.entry("soko.feed.folder", "/srv/prices"),
          Map.entry("soko.feed.url", "https://prices.example/all?key=1"),
          Map.entry("soko.feed.header", "X-Key: one"),
          Map.entry("soko.server.secret", SECRET),
          Map.entry("soko.operator.token", SECRET),
          Map.entry("soko.idp.jwks.uri", "https://idp.example/jwks.json"),
          Map.entry("soko.idp.issuer", "https://idp.example"),
          Map.entry("soko.idp.audience", "@soko"));

  /// What must be given beside a setting that is of no use alone.
  private static final Map<Setting, List<String>> COMPANIONS =
      Map.of(
          Setting.TLS_CERT_FILE, List.of("--http.tls.key.file=/etc/soko/key.pem"),
          Setting.TLS_KEY_FILE, List.of("--http.tls.cert.file=/etc/soko/cert.pem"),
          Setting.MTLS_PORT,
              List.of(
                  "--http.tls.cert.file=/etc/soko/cert.pem",
                  "--http.tls.key.file=/etc/soko/key.pem"),
          Setting.FEED_FOLDER, List.of("--feed=files"),
          Setting.FEED_URL, List.of("--feed=http"),
          Setting.FEED_HEADER, List.of("--feed=http", "--feed.url=https://prices.example"));

  @TempDir Path temp;

  private record Run(int exit, String out, String err) {}

  @ParameterizedTest
  @EnumSource(Setting.class)
  void each_setting_can_be_given_in_every_spelling(Setting setting) throws IOException {
    var value = sample(setting);
    var plain = setting.option();
    for (var arguments :
        List.of(
            List.of(plain + "=" + value),
            List.of(plain, value),
            List.of("--" + setting.key() + "=" + value),
            List.of("--" + setting.key().replace('.', '-'), value),
            List.of(plain.replace('.', '-') + "=" + value))) {
      var all = new ArrayList<>(COMPANIONS.getOrDefault(setting, List.of()));
      all.addAll(arguments);
      var run = run(all, "config");
      assertThat(run).as("%s", arguments).extracting(Run::exit, Run::err).containsExactly(0, "");
      var shown = setting.isSecret() ? "***" : value;
      assertThat(run.out).contains(setting.key() + "=" + shown + "  (command line)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--htpp.port=1, '--htpp.port (command line); did you mean --http.port'",
    "--soko.redis.url=1, '--soko.redis.url (command line); did you mean --redis.uri'",
    "--pg-pasword=1, '--pg-pasword (command line); did you mean --pg.password'",
    "--completely.different.thing=1, --completely.different.thing (command line)",
  })
  void what_is_no_setting_is_refused_with_the_nearest_name(String argument, String problem) {
    for (var command : List.of("config", "start", "start-dev", "migrate")) {
      var run = run(List.of(argument), command);
      assertThat(run.exit).isEqualTo(ExitCode.USAGE);
      assertThat(run.err).contains("There is no setting " + problem).doesNotContain("\tat ");
    }
    assertThat(run(List.of("verify", argument), "ledger").err)
        .contains("There is no setting " + problem);
  }

  @Test
  void what_has_no_value_or_is_no_option_is_refused() {
    assertThat(run(List.of("--http.port"), "config").exit).isEqualTo(ExitCode.USAGE);
    assertThat(run(List.of("--soko.http.port", "--http.host=::1"), "config").err)
        .contains("--soko.http.port has no value");
    assertThat(run(List.of("stray"), "config").err).contains("stray is no setting");
    assertThat(run(List.of(), "strat").err).contains("Did you mean", "start");
    assertThat(run(List.of(), "strat").exit).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void without_a_command_all_are_named() {
    var run = run(List.of(), "ledger");
    assertThat(run.exit).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("verify", "Prove the books");
  }

  @Test
  void settings_are_told_by_the_help_and_by_completion() {
    var help = run(List.of("--help"), "start");
    assertThat(help.exit).isZero();
    assertThat(run(List.of(), "completion").out).contains("--http.port", "--fee.base.bps");
    for (var setting : Setting.values()) assertThat(help.out).contains(setting.option() + "=VALUE");
    assertThat(help.out).contains("100 is 1 %").doesNotContain("\u001b[");
  }

  @Test
  void settings_are_told_as_json() throws IOException {
    var run = run(List.of("--json", "--http.port=9090", "--pg.password=" + SECRET), "config");
    var all = new JsonMapper().readTree(run.out);
    assertThat(all).hasSize(Setting.values().length);
    assertThat(all)
        .anyMatch(
            one ->
                one.at("/key").asText().equals("soko.http.port")
                    && one.at("/value").asText().equals("9090")
                    && one.at("/origin").asText().equals("command line"));
    assertThat(run.out).doesNotContain(SECRET);
  }

  @Test
  void a_folder_that_cannot_be_written_is_said_in_one_line() throws IOException {
    var file = Files.createFile(temp.resolve("no-folder"));
    var run = run(List.of("--bruno=" + file), "contract");
    assertThat(run.exit).isEqualTo(ExitCode.FAILED);
    assertThat(run.err).contains("cannot be written").hasLineCount(1);
  }

  @Test
  void books_that_cannot_be_asked_are_not_said_to_be_wrong() {
    var nowhere = run(List.of("verify", "--data.dir=" + temp), "ledger");
    assertThat(nowhere.exit).isEqualTo(ExitCode.FAILED);
    assertThat(nowhere.err).contains("no start-dev runs on " + temp).hasLineCount(1);
    var away = run(List.of("verify", "--pg.uri=postgresql://soko@127.0.0.1:1/soko"), "ledger");
    assertThat(away.exit).isEqualTo(ExitCode.FAILED);
    assertThat(away.err).startsWith("The database cannot be asked").hasLineCount(1);
  }

  private String sample(Setting setting) throws IOException {
    if (setting == Setting.CONFIG_FILE) {
      return Files.writeString(temp.resolve("soko.properties"), "soko.feed.seed=7\n").toString();
    }
    var fallback = setting.fallback(Mode.DEVELOPMENT);
    var sample = fallback == null ? SAMPLES.get(setting.key()) : fallback;
    assertThat(sample).as("a sample of %s", setting.key()).isNotNull();
    return sample;
  }

  private static Run run(List<String> arguments, String command) {
    var out = new StringWriter();
    var err = new StringWriter();
    var all = new ArrayList<>(List.of(command));
    all.addAll(arguments);
    int exit =
        Soko.commandLine()
            .setOut(new PrintWriter(new BufferedWriter(out), true))
            .setErr(new PrintWriter(new BufferedWriter(err), true))
            .execute(all.toArray(String[]::new));
    return new Run(exit, out.toString(), err.toString());
  }
}
