package africa.soko.notice;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.Agreement;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Lifecycle;
import africa.soko.edge.Lifecycle.Kind;
import africa.soko.edge.Lifecycle.Maturity;
import africa.soko.edge.Lifecycle.State;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.testing.SettableClock;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.vertx.core.Vertx;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Mails through a real SMTP server, as two nodes send them.
class OutboxIT {
  private static final LocalDate ANNOUNCED = LocalDate.of(2026, 3, 2);

  private final Vertx vertx = Vertx.vertx();
  private final SettableClock clock = new SettableClock();
  private GreenMail server;
  private int port;
  private BooksOnDisk books;
  private NoticeStore store;
  private Outbox one;
  private Outbox other;

  @BeforeEach
  void start() {
    server = serverAt(0);
    port = server.getSmtp().getPort();
    books = new BooksOnDisk();
    store = new NoticeStore(books.platform());
    one = outbox(Map.of());
    other = outbox(Map.of());
  }

  @AfterEach
  void stop() {
    one.close();
    other.close();
    server.stop();
    books.close();
    await(vertx.close());
  }

  @Test
  void a_removal_is_told_to_everybody_once_with_all_that_a_notice_names() throws Exception {
    partners(1);
    var departures = departures(removal(ANNOUNCED.plusDays(180)));
    assertThat(departures.tell()).isFalse();
    departures.tell();
    sendAll();
    var mails = server.getReceivedMessages();
    assertThat(mails).hasSize(1);
    assertThat(mails[0].getSubject()).isEqualTo("Soko: getThings is removed on 2026-08-29");
    assertThat(mails[0].getAllRecipients()).singleElement().hasToString("dev0@karibu.example");
    assertThat(mails[0].getFrom()[0]).hasToString("soko@soko.example");
    assertThat(mails[0].getMessageID()).matches("<ntc_[0-9A-Z]{26}@soko\\.example>");
    assertThat(GreenMailUtil.getBody(mails[0]).lines())
        .containsExactly(
            "Operation: getThings",
            "Replacement: /things",
            "How to move over: Ask there.",
            "Announced: 2026-03-02",
            "Last supported: 2026-08-28",
            "Removal: 2026-08-29",
            "See https://soko.example/changelog#getThings");
    departures(removal(ANNOUNCED.plusDays(200))).tell();
    sendAll();
    assertThat(server.getReceivedMessages()).as("another day is news").hasSize(2);
  }

  @Test
  void the_technical_contact_is_written_to_where_there_is_one() throws Exception {
    partners(1);
    await(
        books
            .platform()
            .query("UPDATE partner SET technical_contact_email = 'tech@karibu.example'")
            .execute());
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    sendAll();
    assertThat(server.getReceivedMessages()[0].getAllRecipients())
        .singleElement()
        .hasToString("tech@karibu.example");
  }

  @Test
  void of_a_deprecation_those_are_told_who_were_there() {
    partners(2);
    clock.advance(Duration.ofDays(1));
    partners(2, 3);
    departures(deprecation()).tell();
    sendAll();
    assertThat(server.getReceivedMessages()).hasSize(2);
    assertThat(departures(removed()).tell()).as("what is gone is no news").isFalse();
    sendAll();
    assertThat(server.getReceivedMessages()).hasSize(2);
  }

  @Test
  void two_nodes_send_each_mail_once() {
    partners(35);
    var departures = departures(removal(ANNOUNCED.plusDays(180)));
    both(departures::tell, departures::tell);
    both(this::drainOne, this::drainOther);
    var ids = Stream.of(server.getReceivedMessages()).map(OutboxIT::id).toList();
    assertThat(ids).hasSize(35).doesNotHaveDuplicates();
    clock.advance(Duration.ofDays(30));
    sendAll();
    assertThat(server.getReceivedMessages()).hasSize(35);
  }

  @Test
  void a_mail_of_a_node_that_died_is_sent_by_another_after_its_lease() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    var now = clock.instant();
    assertThat(await(store.claim(now, now.plus(Outbox.LEASE), 10))).hasSize(1);
    clock.advance(Outbox.LEASE.minusMillis(1));
    sendAll();
    assertThat(server.getReceivedMessages()).isEmpty();
    clock.advance(Duration.ofMillis(1));
    sendAll();
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  @Test
  void a_server_that_is_away_is_asked_again_and_then_no_more() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    server.stop();
    one.send();
    for (var pause : Outbox.PAUSES) {
      assertThat(due()).isEqualTo(1);
      clock.advance(pause.minusMillis(1));
      one.send();
      assertThat(attempts()).isEqualTo(Outbox.PAUSES.indexOf(pause) + 1);
      clock.advance(Duration.ofMillis(1));
      one.send();
    }
    assertThat(due()).as("given up").isZero();
    assertThat(attempts()).isEqualTo(Outbox.PAUSES.size() + 1);
    server = serverAt(port);
    clock.advance(Duration.ofDays(1));
    sendAll();
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void a_server_that_comes_back_gets_it() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    server.stop();
    one.send();
    server = serverAt(port);
    clock.advance(Outbox.PAUSES.getFirst());
    sendAll();
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  @Test
  void old_news_is_sent_to_nobody() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    clock.advance(Outbox.NEWS.plusSeconds(1));
    sendAll();
    assertThat(server.getReceivedMessages()).isEmpty();
    assertThat(due()).isZero();
  }

  @Test
  void nothing_goes_in_clear_where_that_was_not_asked_for() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    var careful = outbox(Map.of(Setting.SMTP_SECURITY, "starttls"));
    careful.send();
    careful.close();
    assertThat(server.getReceivedMessages()).isEmpty();
    assertThat(due()).isEqualTo(1);
  }

  @Test
  void it_logs_in_as_it_is_told() {
    partners(1);
    departures(removal(ANNOUNCED.plusDays(180))).tell();
    server.setUser("soko", "a password of a test");
    var known =
        outbox(Map.of(Setting.SMTP_USER, "soko", Setting.SMTP_PASSWORD, "a password of a test"));
    known.send();
    known.close();
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  private static GreenMail serverAt(int port) {
    var server = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    return server;
  }

  private void partners(int count) {
    partners(0, count);
  }

  private void partners(int from, int to) {
    var partners = new PartnerStore(books.platform());
    IntStream.range(from, to)
        .mapToObj(
            i ->
                new Partner(
                    "ptn_" + i,
                    "Karibu",
                    "dev%d@karibu.example".formatted(i),
                    "subject" + i,
                    Partner.Status.ACTIVE,
                    clock.instant()))
        .forEach(partner -> await(partners.insert(partner, Agreement.first(100, 50))));
  }

  private Departures departures(Lifecycle lifecycle) {
    return new Departures(List.of(lifecycle), store, books.ids(), clock, "https://soko.example");
  }

  private static Lifecycle deprecation() {
    return lifecycle(State.DEPRECATED, ANNOUNCED, null);
  }

  private static Lifecycle removal(LocalDate on) {
    return lifecycle(State.SUNSET, ANNOUNCED, on);
  }

  private static Lifecycle removed() {
    return lifecycle(State.RETIRED, ANNOUNCED.minusDays(200), ANNOUNCED);
  }

  private static Lifecycle lifecycle(State state, LocalDate announced, @Nullable LocalDate on) {
    return new Lifecycle(
        "getThings",
        Kind.OPERATION,
        Maturity.GENERAL,
        state,
        "/things",
        "Ask there.",
        announced,
        on == null ? null : on.minusDays(1),
        on,
        null);
  }

  private Outbox outbox(Map<Setting, String> more) {
    var config =
        Config.load(Mode.DEVELOPMENT, List.of(), Map.of())
            .with(Setting.SMTP_HOST, "127.0.0.1")
            .with(Setting.SMTP_PORT, Integer.toString(port))
            .with(Setting.SMTP_SECURITY, "none")
            .with(Setting.SMTP_SENDER, "soko@soko.example");
    for (var each : more.entrySet()) config = config.with(each.getKey(), each.getValue());
    return new Outbox(store, Mailer.of(vertx, config).orElseThrow(), clock);
  }

  private void sendAll() {
    drainOne();
    drainOther();
  }

  private void drainOne() {
    while (one.send()) assertThat(server.isRunning()).isTrue();
  }

  private void drainOther() {
    while (other.send()) assertThat(server.isRunning()).isTrue();
  }

  private static void both(Runnable first, Runnable second) {
    CompletableFuture.allOf(CompletableFuture.runAsync(first), CompletableFuture.runAsync(second))
        .join();
  }

  private long due() {
    return number("SELECT count(*) FROM notice WHERE mail_due_at IS NOT NULL");
  }

  private long attempts() {
    return number("SELECT max(mail_attempts)::bigint FROM notice");
  }

  private long number(String sql) {
    return await(books.platform().query(sql).execute()).iterator().next().getLong(0);
  }

  private static String id(MimeMessage mail) {
    try {
      return mail.getMessageID();
    } catch (MessagingException e) {
      throw new AssertionError(e);
    }
  }
}
