package africa.soko.sandbox;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import africa.soko.testing.SokoTest;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The link that gives a browser of this machine the sandbox key.
@SokoTest
class OneTimeLinkIT {
  private static final String KEY = "sk_sandbox_of_a_test";

  @Test
  void a_ticket_gives_the_key_once(Service service) {
    var ticket = service.oneTimeTicket(KEY);
    var shown = Map.of("ticket", ticket);
    assertThat(service.development().post("/sandbox-key", Map.of("ticket", "another")))
        .isRefused(410, "GONE");
    var reply = service.development().post("/sandbox-key", shown).expect(200);
    assertThat(reply).has("/sandboxKey", KEY);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(service.development().post("/sandbox-key", shown)).isRefused(410, "GONE");
  }

  @Test
  void whoever_is_spoken_for_by_a_proxy_gets_neither_key_nor_token(Service service) {
    var ticket = service.oneTimeTicket(KEY);
    for (var header : new String[] {"X-Forwarded-For", "Forwarded", "Via"}) {
      var elsewhere = service.development();
      assertThat(
              elsewhere
                  .request("POST", "/sandbox-key")
                  .header(header, "for=192.0.2.1")
                  .body(Map.of("ticket", ticket))
                  .send())
          .isRefused(403, "FORBIDDEN");
      assertThat(
              elsewhere
                  .request("POST", "/idp/token")
                  .header(header, "for=192.0.2.1")
                  .body(Map.of("email", "a@b.example"))
                  .send())
          .isRefused(403, "FORBIDDEN");
    }
    service.development().post("/sandbox-key", Map.of("ticket", ticket)).expect(200);
  }

  @Test
  void a_ticket_is_good_for_an_hour_and_until_the_next() {
    var clock = new SettableClock(Instant.parse("2026-03-02T09:00:00Z"));
    var link = new OneTimeLink(clock);
    var first = link.offer(KEY);
    var second = link.offer(KEY);
    assertThat(link.redeem(first)).isEmpty();
    clock.advance(OneTimeLink.LIFETIME);
    assertThat(link.redeem(second)).isEmpty();
  }
}
