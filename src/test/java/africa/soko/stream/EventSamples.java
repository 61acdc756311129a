package africa.soko.stream;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import java.util.List;
import java.util.Set;

final class EventSamples implements Samples {
  private static final Thing EVENT =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("eventId");
        }

        @Override
        public String id(World world, Use use) {
          return world.kept("event", () -> world.api().get("/events").text("/events/0/eventId"));
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(EVENT);
  }
}
