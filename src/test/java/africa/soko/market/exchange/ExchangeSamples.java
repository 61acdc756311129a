package africa.soko.market.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.broadcast.Broadcasts;
import africa.soko.event.Envelope;
import africa.soko.event.EventStore;
import africa.soko.event.LoggedEvent;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class ExchangeSamples implements Samples {
  private static final Instant OPENING = Instant.parse("2026-03-02T06:30:00Z");

  @Override
  public Map<String, Set<String>> events() {
    return Map.of(
        "market.status", Samples.fields("exchange previousStatus status nextTransitionAt"));
  }

  /// In books of their own: the exchanges of a service open when they do.
  @Override
  public List<JsonNode> cause(World world) {
    try (var books = new BooksOnDisk()) {
      books.run(new OpenMasterAccount("prt_1", Usd.of("1")));
      var opening = new PhaseChange("NSE", TradingPhase.CLOSED, TradingPhase.OPEN, OPENING);
      Broadcasts.tellAll(books, PhaseChange.CHANGED, opening);
      var store = new EventStore(books.books());
      var whole = store.span("prt_1").compose(span -> store.after("prt_1", span.after(0)));
      var log = BooksOnDisk.await(whole);
      assertThat(log).extracting(LoggedEvent::name).containsExactly("market.status");
      return List.of(Reply.read(Envelope.of(log.getFirst(), true).toString()));
    }
  }
}
