package africa.soko.edge;

import africa.soko.edge.http.PathText;
import africa.soko.platform.json.Choices;
import africa.soko.platform.json.Decimals;
import africa.soko.platform.json.TextRules;
import africa.soko.platform.json.Years;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The query of a request, read by type. A parameter without a value counts as absent; one that
/// nobody asks for is ignored (DECISIONS "Numbers").
///
/// Every reader refuses with INVALID_TYPE what is not of its type, and with VALIDATION_ERROR a
/// parameter that is sent twice; the error names the parameter.
public final class Query {
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
  private static final int VALUE_CHARS_MAX = 4096;

  private final Map<String, String> values = new HashMap<>();
  private final Set<String> repeated = new HashSet<>();
  private final Supplier<String> list;
  private final Supplier<String> path;

  /// @param list whose list the request asks for, and which, if it asks for one
  /// @param path where it was asked for
  Query(@Nullable String raw, Supplier<String> list, Supplier<String> path) {
    this.list = list;
    this.path = path;
    if (raw == null || raw.isEmpty()) return;
    for (var pair : raw.split("&", -1)) {
      if (pair.isEmpty()) continue;
      int equals = pair.indexOf('=');
      var name = PathText.decode(equals < 0 ? pair : pair.substring(0, equals), true);
      var value = equals < 0 ? "" : PathText.decode(pair.substring(equals + 1), true);
      if (name == null || value == null) {
        throw Refused.of(ErrorCode.VALIDATION_ERROR, "The query is not percent-encoded UTF-8")
            .asException();
      }
      if (values.put(name, value) != null) repeated.add(name);
    }
  }

  /// Whether a parameter is sent with a value, of whatever length.
  public boolean has(String name) {
    return value(name) != null;
  }

  public @Nullable String text(String name) {
    var value = value(name);
    if (value != null && value.length() > VALUE_CHARS_MAX) throw invalid(name, "is too long");
    return value;
  }

  private @Nullable String value(String name) {
    if (repeated.contains(name)) throw invalid(name, "is sent more than once");
    var value = values.get(name);
    if (value == null || value.isEmpty()) return null;
    if (!TextRules.isClean(value)) throw invalid(name, "holds characters that are not text");
    return value;
  }

  public String requiredText(String name) {
    var value = text(name);
    if (value != null) return value;
    throw Refused.of(ErrorCode.MISSING_PARAM, "%s is required", name)
        .with("param", name)
        .asException();
  }

  /// An integer between two bounds; one outside them becomes the nearer bound.
  public int clamped(String name, int otherwise, int min, int max) {
    var value = text(name);
    if (value == null) return otherwise;
    var number = INTEGER.matcher(value).matches() ? Decimals.read(value) : null;
    if (number == null) throw wrongType(name, "an integer");
    if (number.compareTo(BigDecimal.valueOf(min)) < 0) return min;
    if (number.compareTo(BigDecimal.valueOf(max)) > 0) return max;
    return number.intValueExact();
  }

  /// A number, written as in a body.
  public @Nullable BigDecimal decimal(String name) {
    var value = text(name);
    if (value == null) return null;
    var number = Decimals.read(value);
    if (number == null) throw wrongType(name, "a number");
    if (!Decimals.isServed(number)) throw invalid(name, "is too large or too precise");
    return number;
  }

  public @Nullable Boolean bool(String name) {
    var value = text(name);
    if (value == null) return null;
    return switch (value) {
      case "true" -> Boolean.TRUE;
      case "false" -> Boolean.FALSE;
      default -> throw wrongType(name, "true or false");
    };
  }

  /// A constant by its exact name; any other text is a VALIDATION_ERROR.
  public <E extends Enum<E>> @Nullable E one(String name, Class<E> type) {
    return one(name, named(EnumSet.allOf(type)));
  }

  /// What a name stands for; any other text is a VALIDATION_ERROR that tells the names.
  public <T> @Nullable T one(String name, Map<String, T> byName) {
    var value = text(name);
    if (value == null) return null;
    var found = byName.get(value);
    if (found != null) return found;
    throw invalid(name, "must be " + Choices.of(byName.keySet()));
  }

  /// The environment that an operator names by the parameter of that name.
  public Environment environment() {
    requiredText("environment");
    return Objects.requireNonNull(one("environment", Environment.BY_NAME));
  }

  /// Constants by their names, in their order.
  public static <E extends Enum<E>> Map<String, E> named(Set<E> constants) {
    var byName = new LinkedHashMap<String, E>();
    for (var constant : constants) byName.put(constant.name(), constant);
    return byName;
  }

  /// Texts parted by commas, without the empty ones. Whoever asks says how many are too many.
  public List<String> list(String name) {
    var value = value(name);
    if (value == null) return List.of();
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .filter(s -> !s.isEmpty())
        .toList();
  }

  public @Nullable LocalDate date(String name) {
    var value = text(name);
    if (value == null) return null;
    try {
      var date = LocalDate.parse(value);
      if (Years.served(date.getYear())) return date;
    } catch (DateTimeException e) {
      throw wrongType(name, "an ISO 8601 date");
    }
    throw wrongType(name, "a date of the years 1 to 9999");
  }

  public @Nullable Instant instant(String name) {
    var value = text(name);
    if (value == null) return null;
    try {
      var time = OffsetDateTime.parse(value);
      if (Years.served(time.getYear())) return time.toInstant();
    } catch (DateTimeException e) {
      throw wrongType(name, "an ISO 8601 timestamp");
    }
    throw wrongType(name, "a timestamp of the years 1 to 9999");
  }

  /// The first moment that a timestamp, or a date in UTC, lets in.
  public @Nullable Instant from(String name) {
    if (!isDate(name)) return instant(name);
    var date = date(name);
    return date == null ? null : date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /// What comes after the last moment of a timestamp, or of a date in UTC. What is listed says its
  /// time in milliseconds and happened within the one that it says.
  public @Nullable Instant before(String name) {
    if (isDate(name)) {
      var date = date(name);
      return date == null ? null : date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    var time = instant(name);
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
  }

  private boolean isDate(String name) {
    var text = text(name);
    return text != null && text.indexOf('T') < 0;
  }

  /// The page that `limit` and `cursor` ask for.
  public Page page(int limitDefault, int limitMax) {
    return Page.of(list.get(), clamped("limit", limitDefault, 1, limitMax), text("cursor"));
  }

  /// The same of a list that reads the same for every caller, so that its answers may be shared.
  public Page commonPage(int limitDefault, int limitMax) {
    return Page.of(path.get(), clamped("limit", limitDefault, 1, limitMax), text("cursor"));
  }

  private static RefusedException wrongType(String name, String type) {
    return Refused.of(ErrorCode.INVALID_TYPE, "%s must be %s", name, type)
        .with("param", name)
        .asException();
  }

  private static RefusedException invalid(String name, String fault) {
    return Refused.invalid(name, name + " " + fault).asException();
  }
}
