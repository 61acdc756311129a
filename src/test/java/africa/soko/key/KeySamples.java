package africa.soko.key;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import java.util.List;
import java.util.Set;

final class KeySamples implements Samples {
  /// A key that nothing else hangs on.
  private static final Thing KEY =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("apiKey");
        }

        @Override
        public String id(World world, Use use) {
          return world.api().post("/api-keys/data-key", "").expect(201).text("/dataKey");
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(KEY);
  }

  @Override
  public void prepare(World world, String operationId) {
    if (operationId.equals("revokeDataKey")) KEY.id(world, Use.NONE);
  }
}
