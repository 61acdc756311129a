package africa.soko.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTest {
  @ParameterizedTest
  @CsvSource({
    "gzip, true, false",
    "'gzip, deflate, br, zstd', true, false",
    "'br, gzip', true, false",
    "GZip, true, false",
    "x-gzip, true, false",
    "*, true, false",
    "'*;q=0.1', true, false",
    "'gzip;q=0.001', true, false",
    "'gzip ; q=0.5 , identity;q=0.5', true, false",
    "'gzip;q=0.5, identity', false, false",
    "'gzip;q=0.5, identity;q=0.501', false, false",
    "'gzip;q=1.0, identity;q=0.5', true, false",
    "'gzip;q=0', false, false",
    "'gzip;q=0.000, *', false, false",
    "'gzip;Q=0', false, false",
    "'gzip;q=2', false, false",
    "'gzip;q=', false, false",
    "identity, false, false",
    "'deflate, br', false, false",
    "gzipped, false, false",
    "'', false, false",
    "',,', false, false",
    "'identity;q=0', false, false",
    "'*;q=0', false, false",
    "'identity;q=0, *', true, true",
    "'identity;q=0, gzip;q=0.2', true, true",
    "'*;q=0, gzip', true, true",
    "'gzip, identity;q=0', true, true",
    "'gzip, *;q=0, identity', true, false",
  })
  void the_weights_decide(String text, boolean prefers, boolean demands) {
    var accepted = AcceptEncoding.of(text);
    assertThat(accepted.prefersGzip()).as(text).isEqualTo(prefers);
    assertThat(accepted.demandsGzip()).as(text).isEqualTo(demands);
  }

  @Test
  void several_headers_are_one() {
    var headers = MultiMap.caseInsensitiveMultiMap();
    headers.add(HttpHeaders.ACCEPT_ENCODING, "br");
    headers.add(HttpHeaders.ACCEPT_ENCODING, "identity;q=0, gzip;q=0.3");
    assertThat(AcceptEncoding.of(headers)).isEqualTo(new AcceptEncoding(300, 0));
  }
}
