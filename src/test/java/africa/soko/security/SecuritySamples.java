package africa.soko.security;

import africa.soko.testing.Samples;
import africa.soko.testing.Service;
import africa.soko.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class SecuritySamples implements Samples {
  private static final Set<String> OF_ENTERPRISES =
      Set.of("getSecurityPolicy", "putSecurityPolicy");

  @Override
  public void prepare(World world, String operationId) {
    if (OF_ENTERPRISES.contains(operationId)) upgrade(world.service(), world.partner().id());
  }

  /// Agrees the tier that has policies with a partner, in both environments.
  static void upgrade(Service service, String partnerId) {
    for (var environment : List.of("live", "sandbox")) {
      var terms = Map.of("environment", environment, "tier", "enterprise");
      service.operator().patch("/partners/" + partnerId, terms).expect(200);
    }
  }
}
