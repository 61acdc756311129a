package africa.soko.organization;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the walks through the contract find of organisations.
final class OrganizationSamples implements Samples {
  private static final Thing MEMBER =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("memberId");
        }

        @Override
        public String id(World world, Use use) {
          return Members.invited(world.api(), Members.address(), "viewer");
        }

        /// Both environments have the same.
        @Override
        public Map<String, String> all(World world) {
          return world.api().url().contains("/sandbox/") ? Thing.super.all(world) : Map.of();
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(MEMBER);
  }

  @Override
  public void renew(ObjectNode body) {
    if (body.has("email") && body.has("role")) body.put("email", Members.address());
  }
}
