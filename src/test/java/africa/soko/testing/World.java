package africa.soko.testing;

import africa.soko.testing.Samples.Thing;
import africa.soko.testing.Samples.Use;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A partner with one of everything, so that the examples of the contract can be sent: ids of the
/// examples are replaced by real ones.
///
/// @param api the sandbox or the live base
/// @param user who may trade and has money
/// @param kept ids that serve more than once
public record World(
    Service service, Partner partner, Api api, Trader user, Map<String, String> kept) {

  public static World of(Service service, Partner partner) {
    var user = partner.verifiedUser().verified("FULL").funded("1500");
    return new World(service, partner, partner.sandbox(), user, new HashMap<>());
  }

  public static World live(Service service, Partner partner) {
    var user = partner.verifiedLiveUser().funded("1000");
    return new World(service, partner, partner.live(), user, new HashMap<>());
  }

  /// An id that is made at its first use.
  public String kept(String name, Supplier<String> make) {
    return kept.computeIfAbsent(name, _ -> make.get());
  }

  /// The things of all features.
  public static List<Thing> things() {
    return Samples.all().stream().flatMap(each -> each.things().stream()).toList();
  }

  /// The id that goes into a field, or what is there if it takes none.
  public String id(String field, Use use, String other) {
    return things().stream()
        .filter(thing -> thing.fields().contains(field))
        .findFirst()
        .map(thing -> thing.id(this, use))
        .orElse(other);
  }

  /// The body of an example with ids that exist.
  public ObjectNode body(Use use) {
    var body = use.body().deepCopy();
    Samples.all().forEach(each -> each.renew(body));
    for (var thing : things()) {
      for (var field : thing.fields()) {
        if (body.has(field)) body.put(field, thing.id(this, use));
      }
    }
    return body;
  }
}
