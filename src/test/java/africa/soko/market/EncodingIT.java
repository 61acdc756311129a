package africa.soko.market;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Partner;
import africa.soko.testing.RawConnection;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Content codings of market data, as they are on the wire.
@SokoTest
class EncodingIT {
  private static final String SMALL = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  /// @param body its bytes as Latin 1
  private record Raw(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /// What the body stands for, which must be of the length that the headers tell.
    String text() throws Exception {
      var bytes = body.getBytes(StandardCharsets.ISO_8859_1);
      assertThat(header("content-length")).isEqualTo("" + bytes.length);
      if (!header("content-encoding").equals("gzip")) return new String(bytes, StandardCharsets.UTF_8);
      try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        return new String(unzipped.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/stocks",
        "/market/exchanges",
        "/market/ohlcv?symbol=SCOM.KE&exchange=NSE",
        "/market/movers",
        "/stocks/SCOM.KE/history?period=1y",
        "/market/holidays",
        "/instruments",
        "/companies"
      })
  void a_large_answer_is_compressed_for_who_takes_it(String path, Service service)
      throws Exception {
    var partner = service.partner();
    var plain = get(service, partner, "GET", path);
    assertThat(plain.status).isEqualTo(200);
    assertThat(plain.headers).doesNotContainKeys("content-encoding", "transfer-encoding");
    assertThat(plain.header("vary")).isEqualTo("Accept-Encoding");

    var packed = get(service, partner, "GET", path, "Accept-Encoding: gzip, deflate, br");
    assertThat(packed.status).isEqualTo(200);
    assertThat(packed.header("content-encoding")).isEqualTo("gzip");
    assertThat(packed.headers).doesNotContainKey("transfer-encoding");
    assertThat(packed.header("vary")).isEqualTo("Accept-Encoding");
    assertThat(packed.text()).isEqualTo(plain.text());
    assertThat(packed.body.length()).isLessThan(plain.body.length() / 2);
    assertThat(packed.header("etag")).isNotEqualTo(plain.header("etag")).matches("\"[^\"]+\"");
    assertThat(packed.header("cache-control")).isEqualTo(plain.header("cache-control"));
    // The very bytes, since they are compressed once.
    assertThat(get(service, partner, "GET", path, "Accept-Encoding: gzip").body)
        .isEqualTo(packed.body);

    var head = get(service, partner, "HEAD", path, "Accept-Encoding: gzip");
    assertThat(head.body).isEmpty();
    for (var name :
        List.of("content-encoding", "content-length", "content-type", "etag", "vary")) {
      assertThat(head.header(name)).as(name).isEqualTo(packed.header(name));
    }
  }

  @Test
  void a_tag_is_that_of_one_coding(Service service, Partner partner) throws Exception {
    var plain = get(service, partner, "GET", "/stocks").header("etag");
    var packed = get(service, partner, "GET", "/stocks", "Accept-Encoding: gzip").header("etag");
    for (var known : List.of(packed, "W/" + packed, plain + ", " + packed, "*")) {
      var reply = get(service, partner, "GET", "/stocks", "Accept-Encoding: gzip", "If-None-Match: " + known);
      assertThat(reply.status).as(known).isEqualTo(304);
      assertThat(reply.header("etag")).isEqualTo(packed);
      assertThat(reply.header("vary")).isEqualTo("Accept-Encoding");
      assertThat(reply.headers).doesNotContainKeys("content-encoding", "content-type");
      assertThat(reply.body).isEmpty();
    }
    var other = get(service, partner, "GET", "/stocks", "Accept-Encoding: gzip", "If-None-Match: " + plain);
    assertThat(other.status).isEqualTo(200);
    assertThat(other.header("content-encoding")).isEqualTo("gzip");
    var back = get(service, partner, "GET", "/stocks", "If-None-Match: " + packed);
    assertThat(back.status).isEqualTo(200);
    assertThat(back.headers).doesNotContainKey("content-encoding");
    var same = get(service, partner, "GET", "/stocks", "If-None-Match: " + plain);
    assertThat(same.status).isEqualTo(304);
    assertThat(same.header("etag")).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "identity",
        "br, deflate",
        "gzip;q=0",
        "gzip;q=0, *",
        "gzip;q=0.5, identity",
        "identity;q=0",
        "*;q=0",
        "gzipped",
        ",,;q=x"
      })
  void who_does_not_take_gzip_gets_none(String accepted, Service service) throws Exception {
    var reply =
        get(service, service.partner(), "GET", "/stocks", "Accept-Encoding: " + accepted);
    assertThat(reply.status).isEqualTo(200);
    assertThat(reply.headers).doesNotContainKey("content-encoding");
    assertThat(reply.text()).startsWith("{\"stocks\":[");
  }

  @Test
  void a_small_answer_is_left_alone_unless_it_may_not_be(Service service, Partner partner)
      throws Exception {
    for (var accepted : List.of("gzip", "*", "gzip;q=0.1")) {
      var reply = get(service, partner, "GET", SMALL, "Accept-Encoding: " + accepted);
      assertThat(reply.headers).doesNotContainKeys("content-encoding", "vary");
      assertThat(reply.text()).startsWith("{\"data\":{");
    }
    var demanded = get(service, partner, "GET", SMALL, "Accept-Encoding: gzip, identity;q=0");
    assertThat(demanded.header("content-encoding")).isEqualTo("gzip");
    assertThat(demanded.text()).isEqualTo(get(service, partner, "GET", SMALL).text());
  }

  @Test
  void what_is_no_market_data_is_sent_as_it_is(Service service, Partner partner) throws Exception {
    for (var path : List.of("/stocks/NOPE.KE", "/account", "/market/status")) {
      var reply = get(service, partner, "GET", path, "Accept-Encoding: gzip");
      assertThat(reply.headers).doesNotContainKey("content-encoding");
      assertThat(reply.text()).startsWith("{");
    }
  }

  private static Raw get(
      Service service, Partner partner, String method, String path, String... headers) {
    try (var client = new RawConnection(service.port())) {
      var request = new StringBuilder(method + " " + Environment.SANDBOX.base() + path);
      request.append(" HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ");
      request.append(partner.key()).append("\r\n");
      for (var header : headers) request.append(header).append("\r\n");
      var text = client.write(request + "\r\n").readToEnd();
      int end = text.indexOf("\r\n\r\n");
      var all = new TreeMap<String, String>();
      var lines = text.substring(0, end).split("\r\n");
      for (int line = 1; line < lines.length; line++) {
        var parts = lines[line].split(": ", 2);
        all.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
      }
      return new Raw(Integer.parseInt(lines[0].substring(9, 12)), all, text.substring(end + 4));
    }
  }
}
