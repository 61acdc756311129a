package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventStore;
import africa.soko.ledger.Ledger;
import africa.soko.webhook.WebhookRoutes.CreateRequest;
import africa.soko.webhook.WebhookRoutes.RotateRequest;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What partners do with their webhooks (SPEC "Webhooks, stream").
final class WebhookService {
  private final WebhookStore webhooks;
  private final DeliveryStore deliveries;
  private final EventStore events;
  private final Ledger ledger;
  private final AddressGuard guard;
  private final WebhookSecrets secrets;
  private final EventCatalogue catalogue;
  private final Duration rotationGrace;

  /// @param rotationGrace how long a secret that was replaced goes on signing
  WebhookService(
      WebhookStore webhooks,
      DeliveryStore deliveries,
      EventStore events,
      Ledger ledger,
      AddressGuard guard,
      WebhookSecrets secrets,
      EventCatalogue catalogue,
      Duration rotationGrace) {
    this.webhooks = webhooks;
    this.deliveries = deliveries;
    this.events = events;
    this.ledger = ledger;
    this.guard = guard;
    this.secrets = secrets;
    this.catalogue = catalogue;
    this.rotationGrace = rotationGrace;
  }

  /// @throws africa.soko.edge.RefusedException if a field breaks a rule
  Future<Answer> create(Call call, CreateRequest request) {
    var partnerId = call.caller().partnerId();
    var command = request.command(partnerId, catalogue, guard, secrets);
    return events
        .span(partnerId)
        .compose(span -> ledger.send(command.apply(span.end()), call.origin()));
  }

  Future<Answer> delete(Call call, String webhookId) {
    var command = new DeleteWebhook(call.caller().partnerId(), webhookId);
    return ledger.send(command, call.origin());
  }

  Future<Answer> rotate(Call call, String webhookId, RotateRequest request) {
    var command = request.command(call.caller().partnerId(), webhookId, secrets, rotationGrace);
    return ledger.send(command, call.origin());
  }

  Future<Answer> enable(Call call, String webhookId) {
    return ledger.send(new EnableWebhook(call.caller().partnerId(), webhookId), call.origin());
  }

  Future<List<Webhook>> list(String partnerId) {
    return webhooks.list(partnerId);
  }

  /// Attempts of a webhook, newest first, or nothing if the partner has no such webhook.
  Future<Optional<List<DeliveryAttempt>>> attempts(
      String partnerId,
      String webhookId,
      DeliveryFilter filter,
      @Nullable String before,
      int limit) {
    return webhooks
        .find(partnerId, webhookId)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : deliveries
                        .page(partnerId, webhookId, filter, before, limit)
                        .map(Optional::of));
  }

  static RefusedException notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such webhook").asException();
  }
}
