package africa.soko.edge.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which content codings a request takes, of the two that there are: gzip and none (RFC 9110,
/// 12.5.3). Weights are thousandths.
///
/// @param gzip 0 where it is not taken
/// @param identity the weight of a body as it is; 0 where that is not taken
public record AcceptEncoding(int gzip, int identity) {
  private static final Pattern WEIGHT = Pattern.compile("q\\s*=\\s*([01](?:\\.\\d{0,3})?)");
  private static final int FULL = 1_000;
  private static final int UNSAID = -1;
  private static final AcceptEncoding GZIP = new AcceptEncoding(FULL, 1);
  private static final AcceptEncoding NONE = new AcceptEncoding(0, 1);

  /// Where a body is compressed for good: it is wanted at least as much as one that is not.
  public boolean prefersGzip() {
    return gzip > 0 && gzip >= identity;
  }

  /// Whether a body may not come as it is, but may be compressed. A caller who takes neither gets
  /// it as it is.
  public boolean demandsGzip() {
    return gzip > 0 && identity == 0;
  }

  /// What the headers say, of which at least one is Accept-Encoding.
  public static AcceptEncoding of(MultiMap headers) {
    var all = headers.getAll(HttpHeaders.ACCEPT_ENCODING);
    return of(all.size() == 1 ? all.getFirst() : String.join(",", all));
  }

  static AcceptEncoding of(String text) {
    // What most clients send has no weights.
    if (text.equals("gzip") || (text.startsWith("gzip, deflate") && text.indexOf(';') < 0)) {
      return GZIP;
    }
    int gzip = UNSAID;
    int identity = UNSAID;
    int others = UNSAID;
    for (var each : text.toLowerCase(Locale.ROOT).split(",", -1)) {
      int end = each.indexOf(';');
      int weight = end < 0 ? FULL : weight(each.substring(end + 1));
      switch ((end < 0 ? each : each.substring(0, end)).strip()) {
        case "gzip", "x-gzip" -> gzip = Math.max(gzip, weight);
        case "identity" -> identity = weight;
        case "*" -> others = weight;
        default -> {}
      }
    }
    if (gzip == UNSAID && identity == UNSAID && others == UNSAID) return NONE;
    // A body as it is needs no mention, and is then what is wanted least; a star means the codings
    // that are not named.
    int unnamed = others == 0 ? 0 : 1;
    return new AcceptEncoding(
        gzip == UNSAID ? Math.max(others, 0) : gzip, identity == UNSAID ? unnamed : identity);
  }

  /// A weight that is none counts as a coding that is not taken.
  private static int weight(String parameters) {
    for (var each : parameters.split(";", -1)) {
      var weight = WEIGHT.matcher(each.strip());
      if (!weight.matches()) continue;
      var digits = (weight.group(1).replace(".", "") + "000").substring(0, 4);
      return Math.min(FULL, Integer.parseInt(digits));
    }
    return parameters.contains("q") ? 0 : FULL;
  }
}
