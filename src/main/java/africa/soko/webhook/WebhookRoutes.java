package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import africa.soko.event.EventCatalogue;
import africa.soko.event.Place;
import africa.soko.webhook.DeliveryAttempt.Failure;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The operations of webhooks (SPEC "Webhooks, stream").
final class WebhookRoutes {
  private static final int DELIVERIES_DEFAULT = 20;
  private static final int DELIVERIES_MAX = 100;
  private static final int EVENTS_MAX = 50;
  private static final int SECRET_CHARS_MIN = 16;
  private static final int SECRET_CHARS_MAX = 256;

  private final WebhookService service;
  private final TestDeliveries tests;

  WebhookRoutes(WebhookService service, TestDeliveries tests) {
    this.service = service;
    this.tests = tests;
  }

  /// A new endpoint.
  record CreateRequest(String url, List<String> events, @Nullable String secret) {

    /// What is asked for, from the place on where the log ends.
    Function<Place, CreateWebhook> command(
        String partnerId, EventCatalogue catalogue, AddressGuard guard, WebhookSecrets secrets) {
      var fault = guard.refusal(url);
      if (fault.isPresent()) throw Refused.invalid("url", fault.get()).asException();
      checkEvents(catalogue.names());
      var shown = shown(secret, secrets);
      var sealed = secrets.seal(partnerId, shown);
      return start -> new CreateWebhook(partnerId, url, events, shown, sealed, start);
    }

    private void checkEvents(Set<String> known) {
      if (events.isEmpty() || events.size() > EVENTS_MAX) {
        throw Input.invalid("events", "must name 1 to %d events".formatted(EVENTS_MAX));
      }
      if (new HashSet<>(events).size() < events.size()) {
        throw Input.invalid("events", "must not repeat a name");
      }
      for (int i = 0; i < events.size(); i++) {
        var name = events.get(i);
        if (name.equals(Webhook.ALL) || known.contains(name)) continue;
        var fault = "events[%d] is not the name of an event".formatted(i);
        throw Refused.invalid("events", fault).asException();
      }
    }

    /// Without the secret.
    @Override
    public String toString() {
      return "CreateRequest[%s, %s]".formatted(url, events);
    }
  }

  /// Another secret for an endpoint.
  record RotateRequest(@Nullable String secret) {
    RotateSecret command(
        String partnerId, String webhookId, WebhookSecrets secrets, Duration grace) {
      var shown = shown(secret, secrets);
      return new RotateSecret(partnerId, webhookId, shown, secrets.seal(partnerId, shown), grace);
    }

    /// Without the secret.
    @Override
    public String toString() {
      return "RotateRequest[]";
    }
  }

  /// A webhook as its partner sees it; never with its secret.
  ///
  /// @param failingSince since when every attempt has failed, or null
  record View(
      String id,
      String url,
      List<String> events,
      Webhook.Status status,
      @Nullable Instant failingSince,
      Instant createdAt) {
    static View of(Webhook webhook) {
      return new View(
          webhook.webhookId(),
          webhook.url(),
          webhook.events(),
          webhook.status(),
          webhook.failingSince(),
          webhook.createdAt());
    }
  }

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
    contract.change("rotateWebhookSecret", this::rotate);
    contract.change("enableWebhook", this::enable);
  }

  private Future<Answer> rotate(Call call) {
    return service.rotate(call, call.path("webhookId"), call.body(RotateRequest.class));
  }

  private Future<Answer> enable(Call call) {
    return service.enable(call, call.path("webhookId"));
  }

  private Future<Answer> create(Call call) {
    return service.create(call, call.body(CreateRequest.class));
  }

  private Future<Answer> delete(Call call) {
    return service.delete(call, call.path("webhookId"));
  }

  private Future<Answer> test(Call call) {
    return tests.test(call, call.path("webhookId"));
  }

  private Future<Answer> list(Call call) {
    return service
        .list(partner(call))
        .map(found -> Answer.ok(new ListView(found.stream().map(View::of).toList())));
  }

  private Future<Answer> deliveries(Call call) {
    var page = call.query().page(DELIVERIES_DEFAULT, DELIVERIES_MAX);
    var query = call.query();
    var filter =
        new DeliveryFilter(
            query.bool("success"),
            query.text("eventId"),
            query.instant("since"),
            query.instant("until"));
    return service
        .attempts(partner(call), call.path("webhookId"), filter, page.after(), page.limit() + 1)
        .map(
            found ->
                found
                    .map(attempts -> Answer.ok(view(page, attempts)))
                    .orElseThrow(WebhookService::notFound));
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

  private static String shown(@Nullable String asked, WebhookSecrets secrets) {
    Input.maybeText("secret", asked, SECRET_CHARS_MIN, SECRET_CHARS_MAX);
    return asked == null ? secrets.generate() : asked;
  }

  private static String partner(Call call) {
    return call.caller().partnerId();
  }
}
