package africa.soko.edge.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// What a body is written in: `application/json`, `text/csv`, a form. Text is UTF-8.
public final class MediaType {
  public static final MediaType JSON = new MediaType("application/json");
  public static final MediaType FORM = new MediaType("application/x-www-form-urlencoded");
  public static final MediaType EVENTS = new MediaType("text/event-stream");
  private static final String CHARSET = "\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?";
  private static final Pattern ZERO = Pattern.compile("q\\s*=\\s*0(\\.0*)?");

  private final String name;
  private final CharSequence header;
  private final Pattern sent;

  /// The type, then the ranges that hold it: the most specific first.
  private final List<String> ranges;

  private MediaType(String name) {
    this.name = name;
    header = HttpHeaders.createOptimized(name);
    sent = Pattern.compile(Pattern.quote(name) + CHARSET, Pattern.CASE_INSENSITIVE);
    ranges = List.of(name, name.substring(0, name.indexOf('/')) + "/*", "*/*");
  }

  public static MediaType of(String name) {
    if (name.equals(JSON.name)) return JSON;
    return new MediaType(name.toLowerCase(Locale.ROOT));
  }

  /// The same as an encoded value of a header.
  public CharSequence header() {
    return header;
  }

  /// Whether a request says that its body is of this type.
  public boolean isOf(MultiMap headers) {
    var types = headers.getAll(HttpHeaders.CONTENT_TYPE);
    return types.size() == 1 && sent.matcher(types.getFirst().strip()).matches();
  }

  /// Whether a request takes an answer of this type. Without `Accept` it takes any.
  public boolean isAccepted(MultiMap headers) {
    var accept = headers.get(HttpHeaders.ACCEPT);
    if (accept == null || accept.equals("*/*") || accept.equals(name)) return true;
    var wanted = String.join(",", headers.getAll(HttpHeaders.ACCEPT)).toLowerCase(Locale.ROOT);
    if (wanted.isBlank()) return true;
    // The most specific range decides: "application/json;q=0, */*" excludes JSON.
    for (var held : ranges) {
      for (var range : wanted.split(",", -1)) {
        int end = range.indexOf(';');
        if (!(end < 0 ? range : range.substring(0, end)).strip().equals(held)) continue;
        return end < 0 || !isExcluded(range.substring(end + 1));
      }
    }
    return false;
  }

  private static boolean isExcluded(String parameters) {
    for (var parameter : parameters.split(";", -1)) {
      if (ZERO.matcher(parameter.strip()).matches()) return true;
    }
    return false;
  }

  @Override
  public String toString() {
    return name;
  }
}
