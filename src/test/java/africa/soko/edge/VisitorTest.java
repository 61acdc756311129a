package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisitorTest {
  @ParameterizedTest
  @CsvSource({
    "203.0.113.7, 203.0.113.7",
    "::ffff:203.0.113.7, 203.0.113.7",
    "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
    "2001:db8:1:2::, 2001:db8:1:2::/64",
    "2001:db8:1:3::, 2001:db8:1:3::/64",
    "fe80::1%eth0, fe80:0:0:0::/64"
  })
  void is_told_by_the_network_that_is_theirs(String address, String network) {
    assertThat(Visitor.at(address)).isEqualTo(new Visitor(network));
  }
}
