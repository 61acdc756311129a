package africa.soko.platform.config;

import africa.soko.platform.config.Config.Value;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Reads all sources once and collects every problem on the way.
final class ConfigReader {
  private static final String PREFIX = "SOKO_";
  private static final String FILE_SUFFIX = SettingNames.FILE_SUFFIX;
  private static final String DID_YOU_MEAN = "; did you mean ";

  private final Mode mode;
  private final List<String> problems = new ArrayList<>();
  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);

  ConfigReader(Mode mode) {
    this.mode = mode;
  }

  Config read(List<String> arguments, Map<String, String> environment) {
    var commandLine = new Source("command line", arguments(arguments));
    var variables = new Source("environment", variables(environment));
    for (var source : List.of(commandLine, variables)) take(source);
    var file = values.get(Setting.CONFIG_FILE);
    if (file != null) take(new Source("file", properties(Path.of(file.text()))));
    for (var setting : Setting.values()) complete(setting);
    checkPorts();
    checkTls();
    checkFeed();
    if (!problems.isEmpty()) throw new InvalidConfig(problems);
    return new Config(values, mode);
  }

  /// Values by the name of their environment variable. Blank means not given, as an unset variable
  /// in a compose file does.
  private record Source(String name, Map<String, String> values) {
    @Nullable String get(String variable) {
      var value = values.get(variable);
      return value == null || value.isBlank() ? null : value.strip();
    }
  }

  private void take(Source source) {
    for (var setting : Setting.values()) {
      var text = source.get(setting.variable());
      var path = setting.isSecret() ? source.get(setting.variable() + FILE_SUFFIX) : null;
      if (text != null && path != null) {
        problems.add("%s is given both itself and as a file".formatted(setting.key()));
      }
      if (values.containsKey(setting)) continue;
      if (text != null) {
        values.put(setting, new Value(text, source.name()));
      } else if (path != null) {
        var content = secret(setting, path);
        if (content != null) values.put(setting, new Value(content, source.name() + ", " + path));
      }
    }
  }

  private @Nullable String secret(Setting setting, String path) {
    try {
      return Files.readString(Path.of(path)).strip();
    } catch (IOException e) {
      problems.add("%s cannot be read from %s".formatted(setting.key(), path));
      return null;
    }
  }

  private void complete(Setting setting) {
    var value = values.get(setting);
    if (value != null) {
      var problem = setting.problem(value.text(), mode);
      if (problem != null)
        problems.add("%s %s (%s)".formatted(setting.key(), problem, value.origin()));
      return;
    }
    var fallback = setting.fallback(mode);
    if (fallback != null) {
      values.put(setting, new Value(fallback, "default"));
    } else if (mode == Mode.SERVICE && setting.isRequiredByStart()) {
      problems.add(
          "%s is missing: %s Set %s%s."
              .formatted(
                  setting.key(),
                  setting.reason(),
                  setting.variable(),
                  setting.isSecret() ? " or " + setting.variable() + FILE_SUFFIX : ""));
    }
  }

  private void checkPorts() {
    var port = values.get(Setting.HTTP_PORT);
    var management = values.get(Setting.MANAGEMENT_PORT);
    if (port == null || management == null || port.text().equals("0")) return;
    if (port.text().equals(management.text())) {
      problems.add("soko.http.port and soko.management.port are the same");
    }
  }

  private void checkTls() {
    boolean both = values.containsKey(Setting.TLS_CERT_FILE);
    if (both != values.containsKey(Setting.TLS_KEY_FILE)) {
      problems.add("soko.http.tls.cert.file and soko.http.tls.key.file need each other");
    }
    if (!both && values.containsKey(Setting.MTLS_PORT)) {
      problems.add("soko.mtls.port needs soko.http.tls.cert.file");
    }
  }

  /// Each feed has settings of its own: one that is missing is needed, one that is there beside
  /// another feed would have no effect.
  private void checkFeed() {
    var feed = values.get(Setting.FEED);
    if (feed == null) return;
    needOnly("files", Setting.FEED_FOLDER, feed.text());
    needOnly("http", Setting.FEED_URL, feed.text());
    refuseBeside("http", Setting.FEED_HEADER, feed.text());
  }

  private void needOnly(String feed, Setting setting, String chosen) {
    if (chosen.equals(feed) && !values.containsKey(setting)) {
      problems.add(
          "%s is %s, which needs %s".formatted(Setting.FEED.key(), feed, setting.variable()));
    }
    refuseBeside(feed, setting, chosen);
  }

  private void refuseBeside(String feed, Setting setting, String chosen) {
    if (chosen.equals(feed) || !values.containsKey(setting)) return;
    problems.add(
        "%s is given, but %s is %s and not %s"
            .formatted(setting.key(), Setting.FEED.key(), chosen, feed));
  }

  /// Understands `--http.port=8080` and `--http.port 8080`, with `-` for `.` as well.
  private Map<String, String> arguments(List<String> arguments) {
    var found = new HashMap<String, String>();
    for (int i = 0; i < arguments.size(); i++) {
      var argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        problems.add("%s is no setting; write --http.port=8080".formatted(argument));
        continue;
      }
      var parts = argument.substring(2).split("=", 2);
      boolean valueFollows = i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("--");
      if (parts.length == 1 && !valueFollows) {
        problems.add("%s has no value (command line)".formatted(argument));
      }
      var value = parts.length == 2 ? parts[1] : valueFollows ? arguments.get(++i) : "";
      put(found, "--" + parts[0], value, "command line");
    }
    return found;
  }

  private Map<String, String> properties(Path path) {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      problems.add("%s: %s cannot be read".formatted(Setting.CONFIG_FILE.key(), path));
    }
    var found = new HashMap<String, String>();
    for (var key : properties.stringPropertyNames()) {
      put(found, key, properties.getProperty(key), path.toString());
    }
    return found;
  }

  /// What the environment says to Soko, without what orchestrators say about it.
  private Map<String, String> variables(Map<String, String> environment) {
    var found = new HashMap<String, String>();
    environment.forEach(
        (name, value) -> {
          if (!name.startsWith(PREFIX) || SettingNames.isForeign(name, value)) return;
          put(found, name, value, "environment");
        });
    return found;
  }

  /// Refuses a key that does not exist: a misspelt setting would silently have no effect.
  private void put(Map<String, String> found, String key, String value, String origin) {
    var variable = Setting.variable(key);
    if (!SettingNames.isKnown(variable)) {
      problems.add(
          "There is no setting %s (%s)%s"
              .formatted(
                  key, origin, SettingNames.nearest(key).map(DID_YOU_MEAN::concat).orElse("")));
    }
    found.put(variable, value);
  }
}
