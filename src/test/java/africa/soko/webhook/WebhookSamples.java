package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

final class WebhookSamples implements Samples {
  private static final Thing WEBHOOK =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("webhookId");
        }

        @Override
        public String id(World world, Use use) {
          // Nobody listens there.
          return world.kept("webhook", () -> webhook(world.api(), "http://127.0.0.1:9/"));
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(WEBHOOK);
  }

  @Override
  public Map<String, Set<String>> events() {
    return Map.of(
        "test.event",
        Samples.fields("ping message"),
        "webhook.disabled",
        Samples.fields("webhookId url failingSince disabledAt"));
  }

  /// What an endpoint gets from `POST /webhooks/{id}/test`; another has failed for too long.
  @Override
  public List<JsonNode> cause(World world) {
    var vertx = Vertx.vertx();
    try {
      var bodies = new ConcurrentLinkedQueue<String>();
      var server =
          vertx
              .createHttpServer()
              .requestHandler(
                  request ->
                      request
                          .body()
                          .onSuccess(body -> bodies.add(body.toString()))
                          .onSuccess(_ -> request.response().end()))
              .listen(0, "127.0.0.1")
              .await();
      var id = webhook(world.api(), "http://127.0.0.1:" + server.actualPort());
      world.api().post("/webhooks/" + id + "/test", "").expect(200);
      wearOut(world);
      return List.of(Reply.read(bodies.remove()));
    } finally {
      vertx.close().await();
    }
  }

  private static void wearOut(World world) {
    var id = webhook(world.api(), "http://127.0.0.1:9/");
    var failing =
        "UPDATE webhook SET disable_at = now() WHERE webhook_id = '%s' RETURNING 1".formatted(id);
    world.service().ask(Environment.SANDBOX, failing);
    for (int i = 0; i < Webhook.FAILURES_MIN; i++) {
      world.api().post("/webhooks/" + id + "/test", "").expect(200);
    }
    eventually(() -> world.api().get("/webhooks").body(), body -> body.contains("DISABLED"));
  }

  private static String webhook(Api api, String url) {
    var registration = Map.of("url", url, "events", List.of("test.event"));
    return api.post("/webhooks", registration).expect(201).text("/id");
  }
}
