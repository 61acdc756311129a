package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
  private final AddressGuard strict = new AddressGuard(false);
  private final AddressGuard development = new AddressGuard(true);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.karibu.example/soko",
        "https://hooks.karibu.example",
        "https://hooks.karibu.example:8443/a/b?c=d",
        "HTTPS://HOOKS.KARIBU.EXAMPLE/",
        "https://xn--bcher-kva.example/",
        "https://1and1.example/",
        "https://10.0.0.1.example/",
        "https://8.8.8.8/hook",
        "https://172.32.0.1/",
        "https://100.128.0.1/",
        "https://[2a00:1450:4001:81b::200e]/hook",
        "https://hooks.karibu.example./"
      })
  void a_public_https_url_is_taken(String url) {
    assertThat(strict.refusal(url)).isEmpty();
    assertThat(development.refusal(url)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // not an https URL
        "",
        " ",
        "hooks.karibu.example",
        "//hooks.karibu.example/",
        "https:",
        "https://",
        "https:///hook",
        "https:hooks.karibu.example",
        "http://hooks.karibu.example/",
        "ftp://hooks.karibu.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "gopher://hooks.karibu.example/",
        "https://hooks.karibu.example:0/",
        "https://hooks.karibu.example:65536/",
        "https://hooks.karibu.example:-1/",
        "https://hooks karibu.example/",
        "https://hooks.karibu.example/\n",
        "https://hooks.karibu.example\\@10.0.0.1/",
        "https://hooks_karibu%2eexample/",
        "https://%31%30.0.0.1/",
        "https://-hooks.example/",
        "https://hooks..example/",
        // userinfo
        "https://user@hooks.karibu.example/",
        "https://user:password@hooks.karibu.example/",
        "https://@hooks.karibu.example/",
        "https://hooks.karibu.example@10.0.0.1/",
        "https://10.0.0.1#@hooks.karibu.example/",
        // private, shared, reserved IPv4
        "https://0.0.0.0/",
        "https://0.1.2.3/",
        "https://10.0.0.1/",
        "https://10.255.255.255/",
        "https://100.64.0.1/",
        "https://100.127.255.255/",
        "https://169.254.169.254/latest/meta-data",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.0.0.1/",
        "https://192.0.2.1/",
        "https://192.88.99.1/",
        "https://192.168.1.1/",
        "https://198.18.0.1/",
        "https://198.19.255.255/",
        "https://198.51.100.7/",
        "https://203.0.113.7/",
        "https://224.0.0.1/",
        "https://239.255.255.250/",
        "https://240.0.0.1/",
        "https://255.255.255.255/",
        "https://10.0.0.1:8443/",
        // IPv4 in other spellings
        "https://167772161/",
        "https://2852039166/",
        "https://0x0a000001/",
        "https://0xa9fea9fe/",
        "https://012.0.0.1/",
        "https://0251.0376.0251.0376/",
        "https://10.1/",
        "https://192.168.257/",
        "https://0xa.0.0.1/",
        "https://10.0.0.01/",
        "https://10.0.0.1./",
        "https://8.8.8.8./",
        "https://256.1.1.1/",
        "https://1.2.3.4.5/",
        "https://example.0x7f/",
        "https://example.1/",
        "https://\uFF11\uFF10.0.0.1/",
        "https://\u2460\u24ea.0.0.1/",
        // IPv6 that is not global, or holds an IPv4 address
        "https://[::]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::ffff:8.8.8.8]/",
        "https://[::ffff:a00:1]/",
        "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
        "https://[::10.0.0.1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[64:ff9b::808:808]/",
        "https://[64:ff9b:1::1]/",
        "https://[100::1]/",
        "https://[2001::1]/",
        "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "https://[2001:10::1]/",
        "https://[2001:db8::1]/",
        "https://[2002:a00:1::1]/",
        "https://[3fff::1]/",
        "https://[5f00::1]/",
        "https://[fc00::1]/",
        "https://[fd12:3456:789a::1]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[2a00:1450::1%25lo]/",
        "https://[fec0::1]/",
        "https://[ff02::1]/",
        "https://[10.0.0.1]/",
        "https://[]/",
        "https://[::1/"
      })
  void everything_else_is_refused(String url) {
    assertThat(strict.refusal(url)).isPresent();
    assertThat(development.refusal(url)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:9000/hook",
        "https://127.0.0.1/",
        "http://127.8.9.10/",
        "http://localhost:9000/",
        "http://LOCALHOST/",
        "http://localhost./",
        "http://hooks.localhost/",
        "http://[::1]:9000/",
        "http://[0:0:0:0:0:0:0:1]/"
      })
  void loopback_is_for_development_alone(String url) {
    assertThat(strict.refusal(url)).isPresent();
    assertThat(development.refusal(url)).isEmpty();
  }

  @Test
  void a_url_has_a_limit() {
    assertThat(strict.refusal("https://hooks.karibu.example/" + "a".repeat(2048))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "198.18.0.1",
        "240.0.0.1",
        "::",
        "fd00::1",
        "fe80::1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "::ffff:10.0.0.1"
      })
  void what_a_name_leads_to_is_checked_too(String address) {
    assertThat(strict.mayDial(InetAddress.ofLiteral(address))).isFalse();
    assertThat(development.mayDial(InetAddress.ofLiteral(address))).isFalse();
  }

  @Test
  void public_addresses_may_be_dialled_and_loopback_in_development() {
    assertThat(strict.mayDial(InetAddress.ofLiteral("8.8.8.8"))).isTrue();
    assertThat(strict.mayDial(InetAddress.ofLiteral("2a00:1450::1"))).isTrue();
    assertThat(strict.mayDial(InetAddress.ofLiteral("127.0.0.1"))).isFalse();
    assertThat(strict.mayDial(InetAddress.ofLiteral("::1"))).isFalse();
    assertThat(development.mayDial(InetAddress.ofLiteral("127.0.0.1"))).isTrue();
    assertThat(development.mayDial(InetAddress.ofLiteral("::1"))).isTrue();
  }
}
