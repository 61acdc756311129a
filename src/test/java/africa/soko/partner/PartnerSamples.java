package africa.soko.partner;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class PartnerSamples implements Samples {
  @Override
  public Map<String, Set<String>> events() {
    return Map.of("wallet.credited", Samples.fields("amount newBalance currency"));
  }

  @Override
  public List<JsonNode> cause(World world) {
    var topUp = Map.of("amountUsd", 25, "environment", "sandbox");
    var path = "/partners/" + world.partner().id() + "/top-up";
    world.service().operator().post(path, topUp).expect(200);
    return List.of();
  }
}
