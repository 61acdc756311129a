package africa.soko.stream;

import africa.soko.edge.Input;
import africa.soko.event.LoggedEvent;
import java.util.List;
import java.util.Set;

/// Which events a stream carries.
///
/// @param names of events and of aliases; empty for all
record Types(Set<String> names) {
  static final Types ALL = new Types(Set.of());

  /// @param known the names that there are
  static Types of(List<String> asked, Set<String> known) {
    for (var name : asked) {
      if (!known.contains(name)) throw Input.invalid("types", "must hold names of events");
    }
    return asked.isEmpty() ? ALL : new Types(Set.copyOf(asked));
  }

  List<LoggedEvent> among(List<LoggedEvent> events) {
    if (names.isEmpty()) return events;
    return events.stream().filter(event -> names.contains(event.name())).toList();
  }
}
