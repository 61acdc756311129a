package africa.soko.status;

import static africa.soko.testing.Eventually.eventually;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class StatusSamples implements Samples {
  @Override
  public Map<String, Set<String>> events() {
    return Map.of(
        "incident.declared", Samples.fields("id title severity affectedServices status"),
        "incident.resolved", Samples.fields("id severity status resolvedAt duration"));
  }

  @Override
  public List<JsonNode> cause(World world) {
    var operator = world.service().operator();
    var incident =
        Map.of("title", "Delayed fills", "severity", "P2", "affectedServices", List.of("trading"));
    var id = operator.post("/incidents", incident).expect(201).text("/id");
    operator.post("/incidents/" + id + "/resolve", "").expect(200);
    eventually(() -> world.partner().events("incident.resolved"), told -> !told.isEmpty());
    return List.of();
  }
}
