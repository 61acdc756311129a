package africa.soko.notice;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What partners are told, over HTTP and by mail.
@SokoTest
class NoticesIT {
  @Test
  void a_disabled_webhook_is_told_where_it_is_at_home(Service service, Partner partner) {
    assertThat(partner.sandbox().get("/notices").expect(200).at("/notices")).isEmpty();
    var id = disabled(service, partner);
    var notices =
        eventually(() -> partner.sandbox().get("/notices"), r -> r.at("/count").asInt() > 0);
    assertThat(notices.text("/notices/0/type")).isEqualTo("WEBHOOK_DISABLED");
    assertThat(notices.text("/notices/0/about")).isEqualTo(id);
    assertThat(notices.text("/notices/0/text")).contains("https://hooks.karibu.example/soko");
    assertThat(notices.at("/hasMore").asBoolean()).isFalse();
    assertThat(partner.live().get("/notices").expect(200).number("/count")).isZero();
    assertThat(service.partner().sandbox().get("/notices").number("/count")).isZero();
  }

  @Test
  void a_removal_is_told_in_both_environments_page_by_page(Service service, Partner partner) {
    for (int i = 1; i <= 3; i++) insert(service, partner, i);
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var first = api.get("/notices?limit=2").expect(200);
      assertThat(first.texts("/notices", "about")).containsExactly("thing3", "thing2");
      assertThat(first.at("/hasMore").asBoolean()).isTrue();
      var second = api.get("/notices?limit=2&cursor=" + first.text("/nextCursor")).expect(200);
      assertThat(second.texts("/notices", "about")).containsExactly("thing1");
      assertThat(second.at("/nextCursor").isNull()).isTrue();
    }
    assertThat(partner.sandbox().get("/notices?cursor=x").expect(400).code())
        .isEqualTo("VALIDATION_ERROR");
    assertThat(partner.sandbox().as(null).get("/notices").expect(401).code())
        .isEqualTo("AUTH_MISSING");
  }

  @Test
  void what_goes_out_stands_in_the_changelog(Service service) {
    var entries = service.at("").get("/changelog.json").expect(200);
    assertThat(entries.texts("/entries", "item")).contains("getMarketDataQuotes");
    var page = service.at("").get("/changelog").expect(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.body())
        .contains("<tr id=\"getMarketDataQuotes\">")
        .contains("<tr id=\"getMarketMovers-meta-in-snake_case\">");
  }

  @Test
  void two_nodes_send_one_mail() throws Exception {
    var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    try (var one = new Service(new MovingClock(), config -> mailing(config, server));
        var other = one.another(config -> mailing(config, server))) {
      var partner = one.partner();
      var id = disabled(other, partner);
      assertThat(server.waitForIncomingEmail(20_000, 1)).isTrue();
      eventually(
          () ->
              one.ask(
                  Environment.LIVE, "SELECT count(*) FROM platform.notice WHERE mailed_at IS NULL"),
          count -> count.equals(0L));
      var mails = server.getReceivedMessages();
      assertThat(mails).hasSize(1);
      assertThat(mails[0].getSubject()).isEqualTo("Soko: webhook %s is disabled".formatted(id));
    } finally {
      server.stop();
    }
  }

  private static Config mailing(Config config, GreenMail server) {
    return config
        .with(Setting.SMTP_HOST, "127.0.0.1")
        .with(Setting.SMTP_PORT, Integer.toString(server.getSmtp().getPort()))
        .with(Setting.SMTP_SECURITY, "none");
  }

  private static String disabled(Service service, Partner partner) {
    var webhook = Map.of("url", "https://hooks.karibu.example/soko", "events", List.of("*"));
    var id = partner.sandbox().post("/webhooks", webhook).expect(201).text("/id");
    var worn =
        """
        WITH failing AS (
          UPDATE webhook SET disable_at = now() WHERE webhook_id = '%s' RETURNING partner_id, webhook_id
        )
        INSERT INTO delivery_attempt (partner_id, webhook_id, attempt_id, event_id, event, attempt,
          attempted_at, duration_ms, success)
        SELECT partner_id, webhook_id, 'att_' || n, 'evt_1', 'order.filled', 1, now(), 1, false
        FROM failing, generate_series(1, 10) AS n RETURNING 1
        """;
    service.ask(Environment.SANDBOX, worn.formatted(id));
    return id;
  }

  private static void insert(Service service, Partner partner, int number) {
    service.execute(
        """
        INSERT INTO notice (partner_id, notice_id, cause, type, about, subject, text, created_at)
        VALUES ('%s', 'ntc_%d', 'REMOVAL %2$d', 'REMOVAL', 'thing%2$d', 's', 't', now())
        """
            .formatted(partner.id(), number));
  }
}
