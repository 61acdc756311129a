package africa.soko.webhook;

import africa.soko.event.Envelope;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;

/// Makes one attempt: encodes, signs, posts, and says how it went.
final class Courier {
  private static final String TEST_MESSAGE =
      "{\"ping\":true,\"message\":\"This is a test of your webhook endpoint.\"}";

  private final Poster poster;
  private final WebhookSecrets secrets;
  private final InstantSource clock;
  private final Ids ids;
  private final boolean sandbox;

  Courier(Poster poster, WebhookSecrets secrets, InstantSource clock, Ids ids, boolean sandbox) {
    this.poster = poster;
    this.secrets = secrets;
    this.clock = clock;
    this.ids = ids;
    this.sandbox = sandbox;
  }

  /// Attempts a delivery; never fails, unless its secret cannot be opened.
  Future<DeliveryAttempt> deliver(DueDelivery due) {
    var event = due.event();
    var letter =
        new Letter(
            event.partnerId(),
            due.webhookId(),
            event.eventId(),
            event.name(),
            due.attempts() + 1,
            Envelope.of(event, sandbox));
    return post(letter, due.url(), due.secrets(), true);
  }

  /// Sends a `test.event`, which is in no log and is not tried again.
  Future<DeliveryAttempt> test(Webhook webhook) {
    var eventId = ids.next("evt_");
    var body =
        Envelope.unlogged(eventId, Webhooks.TEST.name(), clock.instant(), TEST_MESSAGE, sandbox);
    var letter =
        new Letter(
            webhook.partnerId(), webhook.webhookId(), eventId, Webhooks.TEST.name(), 1, body);
    return post(letter, webhook.url(), webhook.secrets(), false);
  }

  private record Letter(
      String partnerId, String webhookId, String eventId, String event, int attempt, Buffer body) {}

  private Future<DeliveryAttempt> post(
      Letter letter, String url, SealedSecrets sealed, boolean retried) {
    var attemptId = ids.next("dlv_");
    var startedAt = clock.instant();
    var opened =
        sealed.at(startedAt).stream().map(one -> secrets.open(letter.partnerId(), one)).toList();
    var headers = Signature.headers(letter.body(), opened, letter.eventId(), attemptId, startedAt);
    return poster
        .post(url, headers, letter.body())
        .map(
            reply ->
                new DeliveryAttempt(
                    letter.partnerId(),
                    letter.webhookId(),
                    attemptId,
                    letter.eventId(),
                    letter.event(),
                    letter.attempt(),
                    startedAt,
                    reply.durationMs(),
                    reply.failure() == null,
                    reply.statusCode(),
                    reply.failure(),
                    reply.snippet(),
                    reply.failure() == null || !retried
                        ? null
                        : RetrySchedule.after(letter.attempt(), clock.instant())));
  }
}
