package africa.soko.platform.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The settings in effect, all of them checked. Asking for one that has no value is a mistake of
/// the program and throws `IllegalStateException`; [#optional(Setting)] asks whether there is one.
public final class Config {
  private static final Pattern URI_PASSWORD = Pattern.compile("(://[^:/@]*):[^@]*@");
  private static final String MASK = "***";

  private final Map<Setting, Value> values;
  private final Mode mode;

  /// A value and where it came from.
  record Value(String text, String origin) {}

  Config(Map<Setting, Value> values, Mode mode) {
    this.values = new EnumMap<>(Setting.class);
    this.values.putAll(values);
    this.mode = mode;
  }

  /// Reads the command line (`--http.port=8080`), the environment, the file named by
  /// `soko.config.file`, and the defaults, in this order of precedence.
  ///
  /// @throws InvalidConfig with every setting that is missing, wrong or unsafe
  public static Config load(Mode mode, List<String> arguments, Map<String, String> environment) {
    return new ConfigReader(mode).read(arguments, environment);
  }

  public Mode mode() {
    return mode;
  }

  public Optional<String> optional(Setting setting) {
    return Optional.ofNullable(values.get(setting)).map(Value::text);
  }

  public String text(Setting setting) {
    return optional(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no value"));
  }

  public int integer(Setting setting) {
    return Math.toIntExact(number(setting));
  }

  public long number(Setting setting) {
    return Long.parseLong(text(setting));
  }

  public Duration duration(Setting setting) {
    return Rule.duration(text(setting));
  }

  /// Reads a whole number of seconds.
  public Duration seconds(Setting setting) {
    return Duration.ofSeconds(number(setting));
  }

  public Range range(Setting setting) {
    return Range.parse(text(setting));
  }

  public URI uri(Setting setting) {
    return URI.create(text(setting));
  }

  public Path path(Setting setting) {
    return Path.of(text(setting));
  }

  /// The parts between commas; empty when there is no value.
  public List<String> list(Setting setting) {
    return optional(setting).map(Rule::split).orElse(List.of());
  }

  /// The same settings with one more: what `start-dev` makes while it starts.
  public Config with(Setting setting, String value) {
    var more = new EnumMap<>(values);
    more.put(setting, new Value(value, "made at start"));
    return new Config(more, mode);
  }

  /// One line for each setting, `soko.http.port=8080 (default)`, with secrets masked.
  public String print() {
    return shown().stream().map(Config::line).collect(Collectors.joining("\n", "", "\n"));
  }

  /// A setting as it may be shown: its value, masked where it is secret and null where there is
  /// none, and where that came from.
  public record Shown(String key, @Nullable String value, @Nullable String origin) {}

  /// Every setting in force, with secrets masked.
  public List<Shown> shown() {
    return Stream.of(Setting.values()).map(this::shown).toList();
  }

  private Shown shown(Setting setting) {
    var value = values.get(setting);
    if (value == null) return new Shown(setting.key(), null, null);
    var text =
        setting.isSecret()
            ? MASK
            : URI_PASSWORD.matcher(value.text()).replaceAll("$1:" + MASK + "@");
    return new Shown(setting.key(), text, value.origin());
  }

  private static String line(Shown shown) {
    return shown.value == null
        ? "%s=  (not set)".formatted(shown.key)
        : "%s=%s  (%s)".formatted(shown.key, shown.value, shown.origin);
  }

  /// Never the values: they hold secrets.
  @Override
  public String toString() {
    return "Config[" + mode + "]";
  }
}
