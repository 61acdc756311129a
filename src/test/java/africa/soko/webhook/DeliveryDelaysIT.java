package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How long a healthy endpoint waits beside those that hang or are dead, in the time of the world.
@Timeout(120)
class DeliveryDelaysIT {
  private static final Duration DEADLINE = Duration.ofSeconds(8);

  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Map<String, Long> writtenNanos = new HashMap<>();
  private final Map<String, Long> arrivedNanos = new ConcurrentHashMap<>();
  private final List<Long> delaysMillis = new ArrayList<>();

  @BeforeEach
  void note() {
    fixture.receiver.answers(
        request -> {
          var eventId = request.getHeader("x-service-event-id");
          arrivedNanos.putIfAbsent(request.path() + eventId, System.nanoTime());
          request.response().end();
        });
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /// As many endpoints as a partner can have, all of which but one hang; 1,000 events.
  @Test
  void receivers_that_hang_do_not_delay_a_healthy_one_of_the_same_partner() {
    var silent = new Receiver(fixture.vertx);
    silent.answers(_ -> {});
    for (int i = 0; i < 19; i++) fixture.webhookOf("prt_1", "whk_" + i, silent.url("/"), "*");
    fixture.webhookOf("prt_1", "whk_healthy", fixture.receiver.url("/"), "*");
    var worker = fixture.worker(DEADLINE, NameLookup.of(fixture.vertx));
    for (int batch = 0; batch < 20; batch++) {
      append("prt_1", 50, Set.of("/"));
      worker.tick();
      settle();
    }
    assertThat(delaysMillis).hasSize(1_000);
    assertThat(percentile99()).isLessThan(2_000);
  }

  /// 100 endpoints of 20 partners, of which every tenth is dead; 1,000 events.
  @Test
  void dead_endpoints_do_not_delay_the_healthy_ones_of_other_partners() {
    var partners = new ArrayList<String>();
    var paths = new HashMap<String, Set<String>>();
    for (int i = 0; i < 100; i++) {
      var partner = "prt_" + i % 20;
      if (i < 20) partners.add(partner);
      boolean isDead = i % 10 == 0;
      var url = isDead ? "http://127.0.0.1:9/" : fixture.receiver.url("/" + i);
      fixture.webhookOf(partner, "whk_" + i, url, "*");
      if (!isDead) paths.computeIfAbsent(partner, _ -> new HashSet<>()).add("/" + i);
    }
    var worker = fixture.worker(DEADLINE, NameLookup.of(fixture.vertx));
    for (int batch = 0; batch < 50; batch++) {
      for (var partner : partners) append(partner, 1, paths.getOrDefault(partner, Set.of()));
      worker.tick();
      settle();
    }
    assertThat(delaysMillis).hasSize(50 * 90);
    assertThat(percentile99()).isLessThan(3_000);
  }

  private void append(String partner, int count, Set<String> paths) {
    var names = Collections.nCopies(count, "order.filled").toArray(String[]::new);
    var ids = fixture.appendOf(partner, names).stream().map(e -> e.eventId()).toList();
    long now = System.nanoTime();
    for (var path : paths) for (var id : ids) writtenNanos.put(path + id, now);
  }

  private void settle() {
    eventually(arrivedNanos::keySet, arrived -> arrived.containsAll(writtenNanos.keySet()));
    delaysMillis.addAll(
        writtenNanos.entrySet().stream()
            .map(e -> Duration.ofNanos(arrivedNanos.get(e.getKey()) - e.getValue()).toMillis())
            .toList());
    writtenNanos.clear();
  }

  private long percentile99() {
    Collections.sort(delaysMillis);
    return delaysMillis.get(delaysMillis.size() * 99 / 100);
  }
}
