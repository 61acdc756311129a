package africa.soko.notice;

import africa.soko.notice.NoticeStore.DueMail;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends notices as mails, each once. What fails is tried again with longer and longer pauses, and
/// given up after the last.
///
/// A node that dies between the server's yes and the row has the mail sent once more, with the same
/// `Message-ID`.
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  static final int MAILS_MAX = 10;

  static final List<Duration> PAUSES =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(8),
          Duration.ofHours(24));

  /// Longer than all mails of one claim can take.
  static final Duration LEASE = Duration.ofSeconds(2L * MAILS_MAX * Mailer.SEND_SECONDS);

  /// What has waited longer, for want of a server, is no news any more.
  static final Duration NEWS = Duration.ofDays(7);

  private final NoticeStore store;
  private final Mailer mailer;
  private final InstantSource clock;

  Outbox(NoticeStore store, Mailer mailer, InstantSource clock) {
    this.store = store;
    this.mailer = mailer;
    this.clock = clock;
  }

  /// Sends what is due, up to a bounded number; blocks a virtual thread.
  ///
  /// @return whether there may be more
  boolean send() {
    var now = clock.instant();
    var claimed = store.claim(now, now.plus(LEASE), MAILS_MAX).await();
    claimed.forEach(this::send);
    return claimed.size() == MAILS_MAX;
  }

  private void send(DueMail mail) {
    if (mail.notice().createdAt().isBefore(clock.instant().minus(NEWS))) {
      store.givenUp(mail).await();
      return;
    }
    try {
      mailer.send(mail).await();
    } catch (Throwable fault) {
      // Also what is not an exception, as a time-out may be.
      failed(mail, fault);
      return;
    }
    store.sent(mail, clock.instant()).await();
  }

  private void failed(DueMail mail, Throwable fault) {
    var id = mail.notice().noticeId();
    if (mail.attempt() > PAUSES.size()) {
      LOG.error("The mail of notice {} is given up: {}", id, fault.toString());
      store.givenUp(mail).await();
      return;
    }
    LOG.warn("The mail of notice {} will be tried again: {}", id, fault.toString());
    store.again(mail, clock.instant().plus(PAUSES.get(mail.attempt() - 1))).await();
  }

  void close() {
    mailer.close().await();
  }
}
