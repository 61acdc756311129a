package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventStore;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What partners do with their webhooks (SPEC "Webhooks, stream").
final class WebhookService {
  private static final int EVENTS_MAX = 50;
  private static final int SECRET_CHARS_MIN = 16;
  private static final int SECRET_CHARS_MAX = 256;

  private final WebhookStore webhooks;
  private final DeliveryStore deliveries;
  private final EventStore events;
  private final Ledger ledger;
  private final AddressGuard guard;
  private final WebhookSecrets secrets;
  private final Courier courier;

  WebhookService(
      WebhookStore webhooks,
      DeliveryStore deliveries,
      EventStore events,
      Ledger ledger,
      AddressGuard guard,
      WebhookSecrets secrets,
      Courier courier) {
    this.webhooks = webhooks;
    this.deliveries = deliveries;
    this.events = events;
    this.ledger = ledger;
    this.guard = guard;
    this.secrets = secrets;
    this.courier = courier;
  }

  /// The body of a registration.
  record Request(String url, List<String> events, @Nullable String secret) {}

  /// @throws africa.soko.edge.RefusedException if a field breaks a rule
  Future<Answer> create(Call call, Request request) {
    var partnerId = call.caller().partnerId();
    check(request)
        .ifPresent(
            refused -> {
              throw refused.asException();
            });
    var secret = request.secret() == null ? secrets.generate() : request.secret();
    return events
        .span(partnerId)
        .compose(
            span ->
                ledger.send(
                    new CreateWebhook(
                        partnerId,
                        request.url(),
                        request.events(),
                        secret,
                        secrets.seal(partnerId, secret),
                        span.end()),
                    call.origin()));
  }

  Future<Answer> delete(Call call, String webhookId) {
    var command = new DeleteWebhook(call.caller().partnerId(), webhookId);
    return ledger.send(command, call.origin());
  }

  Future<List<Webhook>> list(String partnerId) {
    return webhooks.list(partnerId);
  }

  /// Attempts of a webhook, newest first, or nothing if the partner has no such webhook.
  Future<Optional<List<DeliveryAttempt>>> attempts(
      String partnerId, String webhookId, Optional<String> before, int limit) {
    return webhooks
        .find(partnerId, webhookId)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : deliveries.page(partnerId, webhookId, before, limit).map(Optional::of));
  }

  /// Posts first and records afterwards: a repeat with the same key gets the recorded answer.
  Future<Answer> test(Call call, String webhookId) {
    return webhooks
        .find(call.caller().partnerId(), webhookId)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Answer.refusal(notFound(), call.requestId()))
                    : courier
                        .test(found.get())
                        .compose(attempt -> ledger.send(new RecordTest(attempt), call.origin())));
  }

  static Refused notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such webhook");
  }

  private Optional<Refused> check(Request request) {
    var url = guard.refusal(request.url());
    if (url.isPresent()) return Optional.of(Refused.invalid("url", url.get()));
    var names = request.events();
    if (names.isEmpty() || names.size() > EVENTS_MAX) {
      return Optional.of(Refused.invalid("events", "events must name 1 to 50 events"));
    }
    if (new HashSet<>(names).size() < names.size()) {
      return Optional.of(Refused.invalid("events", "events must not repeat a name"));
    }
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (!name.equals(Webhook.ALL) && !EventCatalogue.NAMES.contains(name)) {
        var fault = "events[%d] is not the name of an event".formatted(i);
        return Optional.of(Refused.invalid("events", fault));
      }
    }
    return checkSecret(request.secret());
  }

  private static Optional<Refused> checkSecret(@Nullable String secret) {
    if (secret == null) return Optional.empty();
    var length = secret.codePointCount(0, secret.length());
    if (length >= SECRET_CHARS_MIN && length <= SECRET_CHARS_MAX) return Optional.empty();
    return Optional.of(Refused.invalid("secret", "secret must have 16 to 256 characters"));
  }
}
