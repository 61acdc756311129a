package africa.soko.alert;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.Envelope;
import africa.soko.event.EventStore;
import africa.soko.event.LoggedEvent;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class AlertSamples implements Samples {
  private static final String PARTNER = "prt_1";

  private static final Thing ALERT =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("alertId");
        }

        @Override
        public String id(World world, Use use) {
          var alert =
              Map.of(
                  "symbol", "SCOM.KE", "exchange", "NSE", "condition", "above", "threshold", 9000);
          return world.api().post("/price-alerts", alert).expect(201).text("/alertId");
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(ALERT);
  }

  @Override
  public Map<String, Set<String>> events() {
    return Map.of(
        "price.alert",
        Samples.fields(
            "alertId clientAlertId symbol exchange condition threshold price currency repeat state"
                + " triggeredAt"));
  }

  /// In books of their own: the exchanges of a service are open when they are.
  @Override
  public List<JsonNode> cause(World world) {
    try (var books = new AlertBooks()) {
      books.above(PARTNER, "30");
      books.price("30");
      BooksOnDisk.await(books.node().tick());
      var store = new EventStore(books.books.books());
      var whole = store.span(PARTNER).compose(span -> store.after(PARTNER, span.after(0)));
      var log = BooksOnDisk.await(whole);
      assertThat(log).extracting(LoggedEvent::name).containsExactly("price.alert");
      return List.of(Reply.read(Envelope.of(log.getFirst(), true).toString()));
    }
  }
}
