package africa.soko.event;

import org.jspecify.annotations.Nullable;

/// A kind of event that a feature sends; its constant stands beside the record of its payload.
///
/// @param name as partners subscribe to it (SPEC "Event catalogue")
/// @param alias the older name under which it is sent once more, or null
public record EventType(String name, @Nullable String alias) {

  public EventType(String name) {
    this(name, null);
  }
}
