package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.RawConnection;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What of market data a caller may keep, and in which content coding it comes, on a day that is
/// known: a Wednesday, two seconds before prices are refreshed. Codings are looked at on the wire.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CachingIT {
  private static final String ONE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  private Service service;
  private String key;
  private Api sandbox;
  private Api live;

  @BeforeAll
  void start() {
    service = new Service(new SettableClock(at("2026-07-15T09:14:58Z")));
    var registered = service.registered("idp|caching");
    service.execute("UPDATE partner_terms SET requests_per_minute = 1000000");
    key = registered.apiKey();
    sandbox = service.at(Environment.SANDBOX.base()).as(key);
    live = service.at(Environment.LIVE.base()).as(service.liveKey(registered.partnerId()));
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @Test
  void an_answer_is_good_until_the_next_refresh() {
    for (var path : List.of(ONE, "/market/quotes?symbols=SCOM.KE,MTNN.NG", "/stocks/SCOM.KE")) {
      var reply = sandbox.get(path).expect(200);
      assertThat(reply.header("Cache-Control")).isEqualTo("private, max-age=2");
      assertThat(reply.header("ETag")).matches("\"[^\"]+\"");
    }
    assertThat(sandbox.get("/market/status").header("Cache-Control"))
        .isEqualTo("private, max-age=0");
    assertThat(sandbox.get("/market/holidays").header("Cache-Control"))
        .isEqualTo("private, max-age=900");
    assertThat(sandbox.get("/market/settlement").header("Cache-Control"))
        .isEqualTo("private, max-age=900");
    assertThat(sandbox.get("/fx/rates").header("Cache-Control")).isEqualTo("private, max-age=60");
  }

  @ParameterizedTest
  @CsvSource({
    "/market/quotes?symbol=SCOM.KE&exchange=NSE",
    "'/market/quotes?symbols=SCOM.KE,KPLC.KE'",
    "/market/exchanges",
    "/market/status",
    "/market/holidays",
    "/market/settlement",
    "/stocks",
    "/stocks/SCOM.KE",
    "/fx/rates",
  })
  void who_has_the_answer_already_gets_304(String path) {
    for (var api : List.of(sandbox, live)) {
      var whole = api.get(path).expect(200);
      var tag = whole.header("ETag");
      var opaque = tag.startsWith("W/") ? tag.substring(2) : tag;
      for (var known :
          List.of(tag, "*", "W/" + opaque, opaque, "\"a\", " + tag + " ,\"b\"", "W/\"a\"," + tag)) {
        var reply = api.request("GET", path).header("If-None-Match", known).send();
        assertThat(reply).hasStatus(304);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.header("ETag")).isEqualTo(tag);
        assertThat(reply.header("Cache-Control")).isEqualTo(whole.header("Cache-Control"));
        assertThat(reply.header("X-RateLimit-Limit")).isNotEmpty();
      }
      for (var other : List.of("\"a\"", "", "\"*\"", opaque.substring(1), "\"a,b\"")) {
        var reply = api.request("GET", path).header("If-None-Match", other).send();
        assertThat(reply).hasStatus(200);
      }
      var head = api.request("HEAD", path).send();
      assertThat(head).hasStatus(200);
      assertThat(head.body()).isEmpty();
      assertThat(head.header("ETag")).isEqualTo(tag);
      assertThat(head.header("Content-Length"))
          .isEqualTo("" + whole.body().getBytes(StandardCharsets.UTF_8).length);
      assertThat(api.request("HEAD", path).header("If-None-Match", tag).send()).hasStatus(304);
      assertThat(api.post(path, Map.of())).isRefused(405, "METHOD_NOT_ALLOWED");
      assertThat(api.post(path, Map.of()).header("Allow")).isEqualTo("GET, HEAD");
    }
  }

  @Test
  void a_refusal_is_kept_by_no_cache() {
    var reply = sandbox.request("GET", "/stocks/NOPE.KE").header("If-None-Match", "*").send();
    assertThat(reply).isRefused(404, "NOT_FOUND");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(reply.header("ETag")).isEmpty();
  }

  /// @param body its bytes as Latin 1
  private record Raw(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /// What the body stands for, which must be of the length that the headers tell.
    String text() throws Exception {
      var bytes = body.getBytes(StandardCharsets.ISO_8859_1);
      assertThat(header("content-length")).isEqualTo("" + bytes.length);
      if (!header("content-encoding").equals("gzip"))
        return new String(bytes, StandardCharsets.UTF_8);
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
  void a_large_answer_is_compressed_for_who_takes_it(String path) throws Exception {
    var plain = raw("GET", path);
    assertThat(plain.status).isEqualTo(200);
    assertThat(plain.headers).doesNotContainKeys("content-encoding", "transfer-encoding");
    assertThat(plain.header("vary")).isEqualTo("Accept-Encoding");

    var packed = raw("GET", path, "Accept-Encoding: gzip, deflate, br");
    assertThat(packed.status).isEqualTo(200);
    assertThat(packed.header("content-encoding")).isEqualTo("gzip");
    assertThat(packed.headers).doesNotContainKey("transfer-encoding");
    assertThat(packed.header("vary")).isEqualTo("Accept-Encoding");
    assertThat(packed.text()).isEqualTo(plain.text());
    assertThat(packed.body.length()).isLessThan(plain.body.length() / 2);
    assertThat(packed.header("etag")).isNotEqualTo(plain.header("etag")).matches("\"[^\"]+\"");
    assertThat(packed.header("cache-control")).isEqualTo(plain.header("cache-control"));
    // The very bytes, since they are compressed once.
    assertThat(raw("GET", path, "Accept-Encoding: gzip").body).isEqualTo(packed.body);

    var head = raw("HEAD", path, "Accept-Encoding: gzip");
    assertThat(head.body).isEmpty();
    for (var name : List.of("content-encoding", "content-length", "content-type", "etag", "vary")) {
      assertThat(head.header(name)).as(name).isEqualTo(packed.header(name));
    }
  }

  @Test
  void a_tag_is_that_of_one_coding() throws Exception {
    var plain = raw("GET", "/stocks").header("etag");
    var packed = raw("GET", "/stocks", "Accept-Encoding: gzip").header("etag");
    for (var known : List.of(packed, "W/" + packed, plain + ", " + packed, "*")) {
      var reply = raw("GET", "/stocks", "Accept-Encoding: gzip", "If-None-Match: " + known);
      assertThat(reply.status).as(known).isEqualTo(304);
      assertThat(reply.header("etag")).isEqualTo(packed);
      assertThat(reply.header("vary")).isEqualTo("Accept-Encoding");
      assertThat(reply.headers).doesNotContainKeys("content-encoding", "content-type");
      assertThat(reply.body).isEmpty();
    }
    var other = raw("GET", "/stocks", "Accept-Encoding: gzip", "If-None-Match: " + plain);
    assertThat(other.status).isEqualTo(200);
    assertThat(other.header("content-encoding")).isEqualTo("gzip");
    var back = raw("GET", "/stocks", "If-None-Match: " + packed);
    assertThat(back.status).isEqualTo(200);
    assertThat(back.headers).doesNotContainKey("content-encoding");
    var same = raw("GET", "/stocks", "If-None-Match: " + plain);
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
  void who_does_not_take_gzip_gets_none(String accepted) throws Exception {
    var reply = raw("GET", "/stocks", "Accept-Encoding: " + accepted);
    assertThat(reply.status).isEqualTo(200);
    assertThat(reply.headers).doesNotContainKey("content-encoding");
    assertThat(reply.text()).startsWith("{\"stocks\":[");
  }

  @Test
  void a_small_answer_is_left_alone_unless_it_may_not_be() throws Exception {
    for (var accepted : List.of("gzip", "*", "gzip;q=0.1")) {
      var reply = raw("GET", ONE, "Accept-Encoding: " + accepted);
      assertThat(reply.headers).doesNotContainKeys("content-encoding", "vary");
      assertThat(reply.text()).startsWith("{\"data\":{");
    }
    var demanded = raw("GET", ONE, "Accept-Encoding: gzip, identity;q=0");
    assertThat(demanded.header("content-encoding")).isEqualTo("gzip");
    assertThat(demanded.text()).isEqualTo(raw("GET", ONE).text());
  }

  @Test
  void what_is_no_market_data_is_sent_as_it_is() throws Exception {
    for (var path : List.of("/stocks/NOPE.KE", "/account", "/market/status")) {
      var reply = raw("GET", path, "Accept-Encoding: gzip");
      assertThat(reply.headers).doesNotContainKey("content-encoding");
      assertThat(reply.text()).startsWith("{");
    }
  }

  private Raw raw(String method, String path, String... headers) {
    try (var client = new RawConnection(service.port())) {
      var request = new StringBuilder(method + " " + Environment.SANDBOX.base() + path);
      request.append(" HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ");
      request.append(key).append("\r\n");
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
