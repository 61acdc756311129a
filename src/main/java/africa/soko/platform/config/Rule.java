package africa.soko.platform.config;

import africa.soko.platform.net.AddressRange;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks one value. The answer completes the sentence "soko.http.port …", or is null.
interface Rule {
  int SECRET_BYTES_MIN = 32;
  Pattern DURATION_FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  Pattern ADDRESS_FORM = Pattern.compile("[^@\\s<>]+@[^@\\s<>]+");
  Pattern HEADER_FORM = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,63}:[ -~]{1,4000}");

  @Nullable String problem(String value, Mode mode);

  Rule TEXT = (value, mode) -> null;

  /// Never quotes the value.
  Rule SECRET =
      (value, mode) ->
          value.getBytes(StandardCharsets.UTF_8).length >= SECRET_BYTES_MIN
              ? null
              : "is shorter than %d bytes".formatted(SECRET_BYTES_MIN);

  Rule DURATION =
      (value, mode) ->
          DURATION_FORM.matcher(value).matches() ? null : "is not a time such as 500ms, 30s or 5m";

  Rule RANGE =
      (value, mode) -> {
        try {
          Range.parse(value);
          return null;
        } catch (IllegalArgumentException e) {
          return "is not a range such as 60-300";
        }
      };

  Rule HTTPS =
      (value, mode) -> {
        var uri = parse(value);
        if (uri == null || uri.getHost() == null) return "is not a URL";
        if ("https".equals(uri.getScheme())) return null;
        if (mode == Mode.DEVELOPMENT && "http".equals(uri.getScheme())) return null;
        return "is not an https URL";
      };

  /// Never quotes the value. What stays on this machine needs no TLS.
  Rule NEAR_HTTPS =
      (value, mode) -> {
        var uri = parse(value);
        if (uri == null || uri.getHost() == null) return "is not a URL";
        if (uri.getUserInfo() != null) return "has a user in it; use a header";
        if ("https".equals(uri.getScheme())) return null;
        var isNear = List.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
        if (isNear && "http".equals(uri.getScheme())) return null;
        return "is neither https nor http on this machine";
      };

  /// Never quotes the value.
  Rule HEADER = (value, mode) -> HEADER_FORM.matcher(value).matches() ? null : "is not Name: value";

  Rule ADDRESS =
      (value, mode) ->
          ADDRESS_FORM.matcher(value).matches() ? null : "is not an address such as soko@x.example";

  Rule SITE =
      (value, mode) -> {
        var uri = parse(value);
        boolean isSite =
            uri != null
                && uri.getHost() != null
                && uri.getUserInfo() == null
                && List.of("http", "https").contains(uri.getScheme())
                && uri.getPath().isEmpty()
                && uri.getQuery() == null
                && uri.getFragment() == null;
        return isSite ? null : "is not a URL without a path such as https://api.example.com";
      };

  Rule ORIGINS =
      (value, mode) -> {
        for (var origin : split(value)) {
          if (origin.equals("*")) return "admits every site; name the sites";
          var uri = parse(origin);
          boolean isOrigin =
              uri != null
                  && uri.getHost() != null
                  && List.of("http", "https").contains(uri.getScheme())
                  && uri.getPath().isEmpty();
          if (!isOrigin) return "is not a list of origins such as https://app.example.com";
        }
        return null;
      };

  Rule RANGES =
      (value, mode) -> {
        for (var range : split(value)) {
          try {
            var known = AddressRange.of(range);
            if (known.bits() == 0) return "trusts every address; name the proxies";
          } catch (IllegalArgumentException e) {
            return "is not a list of networks such as 10.0.0.0/8";
          }
        }
        return null;
      };

  static Rule wholeNumber(long min, long max) {
    return (value, mode) -> {
      try {
        long number = Long.parseLong(value);
        if (min <= number && number <= max) return null;
      } catch (NumberFormatException e) {
        // Told like a number out of range.
      }
      return max == Long.MAX_VALUE
          ? "is not a whole number from %d".formatted(min)
          : "is not a whole number from %d to %d".formatted(min, max);
    };
  }

  static Rule oneOf(String... choices) {
    return (value, mode) ->
        List.of(choices).contains(value) ? null : "is none of " + String.join(", ", choices);
  }

  static Rule uri(String... schemes) {
    return (value, mode) -> {
      var uri = parse(value);
      boolean fits =
          uri != null && uri.getHost() != null && List.of(schemes).contains(uri.getScheme());
      return fits ? null : "is not a URI that starts with %s://host".formatted(schemes[0]);
    };
  }

  static Duration duration(String value) {
    var form = DURATION_FORM.matcher(value);
    if (!form.matches()) throw new IllegalArgumentException(value);
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  static List<String> split(String value) {
    return Pattern.compile(",")
        .splitAsStream(value)
        .map(String::strip)
        .filter(s -> !s.isEmpty())
        .toList();
  }

  private static @Nullable URI parse(String value) {
    try {
      return new URI(value);
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
