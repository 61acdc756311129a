package africa.soko.bench;

import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.platform.id.Ids;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.UUID;

/// Events of the demo partner, written into the log as the ledger writes them, or caused by a
/// request.
final class EventLog implements AutoCloseable {
  static final String EVENT = "deposit.confirmed";
  private static final int BATCH_MAX = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Service service;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Ids ids = new Ids(InstantSource.system());
  private final Pool log;
  private final String partnerId;
  private final String deposits;

  EventLog(Vertx vertx, Service service) throws Exception {
    this.service = service;
    log =
        PgBuilder.pool()
            .connectingTo(
                PgConnectOptions.fromUri("" + service.postgres())
                    .addProperty("search_path", "sandbox"))
            .using(vertx)
            .build();
    partnerId = JSON.readTree(ask("GET", "/account", "")).path("partnerId").asText();
    var user = "{\"externalId\":\"%s\",\"displayName\":\"Bench\"}".formatted(UUID.randomUUID());
    var made = JSON.readTree(ask("POST", "/users", user));
    deposits = "/users/" + made.path("subAccountId").asText() + "/deposit";
  }

  /// Of which nobody is told.
  void write(int events) {
    for (int left = events; left > 0; left -= BATCH_MAX) {
      var batch = new ArrayList<Event>();
      for (int i = 0; i < Math.min(left, BATCH_MAX); i++) {
        var now = InstantSource.system().instant();
        batch.add(new Event(partnerId, ids.next("evt_"), EVENT, null, now, payload()));
      }
      log.withTransaction(connection -> EventStore.append(connection, batch).mapEmpty()).await();
    }
  }

  /// Caused by one request, which tells of what was written before as well.
  void cause() throws Exception {
    ask("POST", deposits, "{\"amountUsd\":0.01}");
  }

  static String payload() {
    return "{\"subAccountId\":\"sub_01KJPX74PG4TFF59TDWH9EDD1R\",\"externalId\":\"%s\",\"amount\":0.01,\"currency\":\"USD\",\"newBalance\":17.25}"
        .formatted(UUID.randomUUID());
  }

  private String ask(String method, String path, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(service.url() + Market.BASE + path))
            .header("x-api-key", service.sandboxKey())
            .header("Idempotency-Key", "" + UUID.randomUUID())
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    var response = http.send(request.build(), BodyHandlers.ofString());
    if (response.statusCode() >= 300) throw new IOException(response.body());
    return response.body();
  }

  @Override
  public void close() {
    http.shutdownNow();
    log.close().await();
  }
}
