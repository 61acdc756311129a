package africa.soko.stream;

import africa.soko.event.EventStore;
import africa.soko.event.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The open streams of a node, by partner. It belongs to the hub.
final class Readers {
  private final Map<String, Set<Subscriber>> byPartner = new LinkedHashMap<>();
  private int count;

  /// Those of one partner that are at the same place.
  record Crowd(String partnerId, Place place, List<Subscriber> members) {}

  int count() {
    return count;
  }

  List<String> partners() {
    return List.copyOf(byPartner.keySet());
  }

  List<Subscriber> all() {
    return byPartner.values().stream().flatMap(Collection::stream).toList();
  }

  void add(Subscriber subscriber) {
    var all = byPartner.computeIfAbsent(subscriber.partnerId(), _ -> new LinkedHashSet<>());
    if (all.add(subscriber)) count++;
  }

  void remove(Subscriber subscriber) {
    var all = byPartner.get(subscriber.partnerId());
    if (all == null || !all.remove(subscriber)) return;
    count--;
    if (all.isEmpty()) byPartner.remove(subscriber.partnerId());
  }

  /// Lets the others go first next time.
  void served(String partnerId) {
    var all = byPartner.remove(partnerId);
    if (all != null) byPartner.put(partnerId, all);
  }

  /// Those of a partner that can be sent events which they have not had.
  Collection<Crowd> behind(String partnerId, EventStore.End end) {
    var crowds = new HashMap<Place, Crowd>();
    @Nullable Crowd last = null;
    for (var subscriber : byPartner.getOrDefault(partnerId, Set.of())) {
      subscriber.follow(end.beganAt());
      if (!subscriber.wantsMore(end.last())) continue;
      var place = subscriber.place();
      if (last == null || !last.place.equals(place)) {
        last = crowds.computeIfAbsent(place, at -> new Crowd(partnerId, at, new ArrayList<>()));
      }
      last.members.add(subscriber);
    }
    return crowds.values();
  }
}
