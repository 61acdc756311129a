package africa.soko.desk;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Idempotency;
import africa.soko.edge.Origin;
import africa.soko.event.EventStore;
import africa.soko.event.LoggedEvent;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.PhaseChange;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.partner.MasterWalletStore;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.money.Usd;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseAnnouncerIT {
  private static final PhaseChange OPENING =
      new PhaseChange(
          "NSE", TradingPhase.CLOSED, TradingPhase.OPEN, Instant.parse("2026-03-02T12:00:00Z"));

  @Test
  void no_key_of_a_partner_keeps_an_announcement_from_anybody() {
    try (var books = new BooksOnDisk()) {
      for (var partner : List.of("prt_1", "prt_2")) {
        books.run(new OpenMasterAccount(partner, Usd.of("1")));
      }
      // What is announced, and when, everybody can tell from the calendar.
      var guessed = key("market.status:" + OPENING);
      var request = new OpenMasterAccount("prt_1", Usd.of("1"));
      assertThat(await(books.ledger().send(request, Origin.service(guessed))).status())
          .isEqualTo(200);

      var announcer = new PhaseAnnouncer(new MasterWalletStore(books.books()), books.ledger());
      await(announcer.changed(null, List.of(OPENING)));
      var store = new EventStore(books.books());
      for (var partner : List.of("prt_1", "prt_2")) {
        var whole = store.span(partner).compose(span -> store.after(partner, span.after(0)));
        assertThat(await(whole)).extracting(LoggedEvent::name).containsExactly("market.status");
      }
    }
  }

  /// As the edge makes it of a header.
  private static Idempotency key(String text) {
    var hash = Buffer.buffer(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    var fingerprint = Buffer.buffer(Sha256.of("POST\n/users\n".getBytes(StandardCharsets.UTF_8)));
    return new Idempotency(text, hash, fingerprint);
  }
}
