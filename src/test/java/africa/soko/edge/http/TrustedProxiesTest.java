package africa.soko.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
  private final TrustedProxies proxies =
      TrustedProxies.of(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"));

  @ParameterizedTest
  @CsvSource({
    // Nobody is trusted who connects from elsewhere, whatever he says.
    "203.0.113.9, '198.51.100.1', 203.0.113.9",
    "203.0.113.9, '10.0.0.1', 203.0.113.9",
    // One proxy, and two.
    "10.1.2.3, '198.51.100.1', 198.51.100.1",
    "10.1.2.3, '198.51.100.1, 192.0.2.7', 198.51.100.1",
    // What the client itself has sent stands before.
    "10.1.2.3, '1.1.1.1, 10.0.0.9, 198.51.100.1, 10.9.9.9', 198.51.100.1",
    // All of them are proxies: the farthest.
    "10.1.2.3, '10.0.0.1, 192.0.2.7', 10.0.0.1",
    // Nothing, and what is no address.
    "10.1.2.3, '', 10.1.2.3",
    "10.1.2.3, 'unknown', 10.1.2.3",
    "10.1.2.3, '198.51.100.1, _hidden', 10.1.2.3",
    "10.1.2.3, '198.51.100.1,', 10.1.2.3",
    "10.1.2.3, '999.1.1.1', 10.1.2.3",
    "10.1.2.3, 'example.com', 10.1.2.3",
    // With ports, and IPv6.
    "10.1.2.3, '198.51.100.1:4711', 198.51.100.1",
    "10.1.2.3, '[2001:db8::1]:4711', 2001:db8:0:0:0:0:0:1",
    "2001:db8:ffff::2, '2001:db8::1', 2001:db8:0:0:0:0:0:1",
    "2001:db8:fffe::2, '2001:db8::1', 2001:db8:fffe::2",
    "::ffff:10.1.2.3, '198.51.100.1', 198.51.100.1",
    "10.1.2.3, '::ffff:198.51.100.1', 198.51.100.1",
  })
  void tell_where_a_request_comes_from(String connection, String header, String source) {
    assertThat(proxies.source(connection, List.of(header))).isEqualTo(source);
  }

  @Test
  void several_headers_are_one_list() {
    assertThat(proxies.source("10.1.2.3", List.of("1.1.1.1", "198.51.100.1, 10.0.0.1")))
        .isEqualTo("198.51.100.1");
    assertThat(proxies.source("10.1.2.3", List.of())).isEqualTo("10.1.2.3");
  }

  @Test
  void a_long_list_is_read_from_its_end_and_no_further_than_it_needs() {
    assertThat(proxies.source("10.1.2.3", List.of("10.0.0.1,".repeat(1_000) + "10.0.0.2")))
        .isEqualTo("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "proxy.example", "::/129"})
  void what_is_no_range_is_refused(String range) {
    assertThatThrownBy(() -> TrustedProxies.of(List.of(range)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
