package africa.soko.notice;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.StartTLSOptions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Hands mails to the SMTP server that is configured.
final class Mailer {
  private static final int CONNECTIONS_MAX = 2;
  private static final int CONNECT_MILLIS = 10_000;

  /// Less than a lease for all mails of one claim.
  static final int SEND_SECONDS = 30;

  private final MailClient client;
  private final String sender;
  private final String domain;

  private Mailer(Vertx vertx, MailConfig config, String sender) {
    client = MailClient.create(vertx, config);
    this.sender = sender;
    domain = sender.substring(sender.indexOf('@') + 1);
  }

  /// None if no server is configured.
  static Optional<Mailer> of(Vertx vertx, Config config) {
    return config
        .optional(Setting.SMTP_HOST)
        .map(host -> new Mailer(vertx, of(host, config), config.text(Setting.SMTP_SENDER)));
  }

  private static MailConfig of(String host, Config config) {
    var security = config.text(Setting.SMTP_SECURITY);
    var options =
        new MailConfig()
            .setHostname(host)
            .setPort(config.integer(Setting.SMTP_PORT))
            .setSsl(security.equals("tls"))
            .setStarttls(
                security.equals("starttls") ? StartTLSOptions.REQUIRED : StartTLSOptions.DISABLED)
            .setHostnameVerificationAlgorithm("HTTPS")
            .setLogin(LoginOption.DISABLED)
            .setMaxPoolSize(CONNECTIONS_MAX)
            .setConnectTimeout(CONNECT_MILLIS)
            .setIdleTimeout(SEND_SECONDS);
    config
        .optional(Setting.SMTP_USER)
        .ifPresent(
            user ->
                options
                    .setLogin(LoginOption.REQUIRED)
                    .setUsername(user)
                    .setPassword(config.optional(Setting.SMTP_PASSWORD).orElse("")));
    return options;
  }

  /// Fails if the server does not take it in time. A mail that is sent once more has the same
  /// `Message-ID`, by which mail boxes know it again.
  Future<?> send(NoticeStore.DueMail mail) {
    var notice = mail.notice();
    var message =
        new MailMessage()
            .setFrom(sender)
            .setTo(mail.recipient())
            .setSubject("Soko: " + notice.subject())
            .setText(notice.text())
            .setHeaders(
                MultiMap.caseInsensitiveMultiMap()
                    .add("Message-ID", "<%s@%s>".formatted(notice.noticeId(), domain))
                    .add("Auto-Submitted", "auto-generated"));
    return client.sendMail(message).timeout(SEND_SECONDS, TimeUnit.SECONDS);
  }

  Future<?> close() {
    return client.close();
  }
}
