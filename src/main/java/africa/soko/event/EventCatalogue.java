package africa.soko.event;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// The names that a partner can subscribe to (SPEC "Event catalogue"): those that features send and
/// those that are to come.
public final class EventCatalogue {
  /// What the contract describes and no feature sends yet.
  public static final Set<String> COMING =
      Set.of(
          "order.replaced",
          "order.working",
          "order.partially_filled",
          "order.settled",
          "order.settlement_failed",
          "dividend.paid",
          "corporateaction.declared",
          "corporateaction.split",
          "corporateaction.suspension",
          "corporateaction.delisting",
          "corporateaction.rights_issue",
          "corporateaction.symbol_changed",
          "price.alert",
          "incident.declared",
          "incident.resolved");

  private final Set<String> sent;
  private final Set<String> names;

  /// @param types what all features together send
  /// @throws IllegalStateException if two features send the same name, or one is sent that counts
  ///   as not sent
  public EventCatalogue(Collection<EventType> types) {
    var found = new TreeSet<String>();
    for (var type : types) {
      add(found, type.name());
      if (type.alias() != null) add(found, type.alias());
    }
    sent = Collections.unmodifiableSet(found);
    var all = new TreeSet<>(found);
    all.addAll(COMING);
    names = Collections.unmodifiableSet(all);
  }

  private static void add(Set<String> names, String name) {
    if (COMING.contains(name) || !names.add(name)) {
      throw new IllegalStateException("The event " + name + " is declared twice");
    }
  }

  /// What is sent, aliases included.
  public Set<String> sent() {
    return sent;
  }

  /// What can be subscribed to.
  public Set<String> names() {
    return names;
  }
}
