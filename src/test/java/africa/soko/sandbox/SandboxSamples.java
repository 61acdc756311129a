package africa.soko.sandbox;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the sandbox gives to the tests of the whole contract.
final class SandboxSamples implements Samples {

  @Override
  public List<Thing> things() {
    return List.of(new Ticket());
  }

  /// The one of the printed link: whoever has it needs no key, so that it belongs to no partner.
  private static final class Ticket implements Thing {
    @Override
    public Set<String> fields() {
      return Set.of("ticket");
    }

    @Override
    public String id(World world, Use use) {
      return world.service().oneTimeTicket(world.partner().key());
    }

    @Override
    public Map<String, String> all(World world) {
      return Map.of();
    }
  }
}
