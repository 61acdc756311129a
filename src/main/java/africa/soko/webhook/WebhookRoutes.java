package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Page;
import africa.soko.webhook.DeliveryAttempt.Failure;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The operations of webhooks (SPEC "Webhooks, stream").
final class WebhookRoutes {
  private static final int DELIVERIES_DEFAULT = 20;
  private static final int DELIVERIES_MAX = 100;

  private final WebhookService service;

  WebhookRoutes(WebhookService service) {
    this.service = service;
  }

  /// A webhook as its partner sees it; never with its secret.
  record View(String id, String url, List<String> events, Instant createdAt) {}

  record ListView(List<View> webhooks) {}

  /// An attempt as the partner sees it.
  ///
  /// @param duration in milliseconds
  /// @param failure why it failed, or null
  record DeliveryView(
      String id,
      String eventId,
      String event,
      int attempt,
      @Nullable Integer status,
      int duration,
      Instant attemptedAt,
      boolean success,
      @Nullable Failure failure,
      @Nullable Instant nextRetryAt,
      @Nullable String responseSnippet) {}

  record DeliveriesView(
      List<DeliveryView> deliveries, int count, boolean hasMore, @Nullable String nextCursor) {}

  void bind(Contract contract) {
    contract.change("createWebhook", this::create);
    contract.read("listWebhooks", this::list);
    contract.change("deleteWebhook", this::delete);
    contract.change("testWebhook", this::test);
    contract.read("listDeliveries", this::deliveries);
  }

  private Future<Answer> create(Call call) {
    return service.create(call, call.body(WebhookService.Request.class));
  }

  private Future<Answer> delete(Call call) {
    return service.delete(call, call.path("webhookId"));
  }

  private Future<Answer> test(Call call) {
    return service.test(call, call.path("webhookId"));
  }

  private Future<Answer> list(Call call) {
    return service
        .list(partner(call))
        .map(
            webhooks ->
                Answer.ok(
                    new ListView(
                        webhooks.stream()
                            .map(w -> new View(w.webhookId(), w.url(), w.events(), w.createdAt()))
                            .toList())));
  }

  private Future<Answer> deliveries(Call call) {
    var page = call.query().page(DELIVERIES_DEFAULT, DELIVERIES_MAX);
    return service
        .attempts(
            partner(call),
            call.path("webhookId"),
            Optional.ofNullable(page.after()),
            page.limit() + 1)
        .map(
            found ->
                found
                    .map(attempts -> Answer.ok(view(page, attempts)))
                    .orElseThrow(() -> WebhookService.notFound().asException()));
  }

  private static DeliveriesView view(Page page, List<DeliveryAttempt> found) {
    var slice = page.slice(found, DeliveryAttempt::attemptId);
    return new DeliveriesView(
        slice.items().stream().map(WebhookRoutes::view).toList(),
        slice.count(),
        slice.hasMore(),
        slice.nextCursor());
  }

  private static DeliveryView view(DeliveryAttempt attempt) {
    return new DeliveryView(
        attempt.attemptId(),
        attempt.eventId(),
        attempt.event(),
        attempt.attempt(),
        attempt.statusCode(),
        attempt.durationMs(),
        attempt.attemptedAt(),
        attempt.success(),
        attempt.failure(),
        attempt.nextRetryAt(),
        attempt.responseSnippet());
  }

  private static String partner(Call call) {
    return call.caller().partnerId();
  }
}
