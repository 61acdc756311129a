package africa.soko.edge.http;

import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The `Date` of answers, written once a second. It belongs to one event loop.
public final class HttpDate {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private long second = Long.MIN_VALUE;
  private CharSequence text = "";

  public HttpDate(InstantSource clock) {
    this.clock = clock;
  }

  public CharSequence now() {
    var now = clock.instant();
    if (now.getEpochSecond() != second) {
      second = now.getEpochSecond();
      text = HttpHeaders.createOptimized(FORM.format(now));
    }
    return text;
  }
}
