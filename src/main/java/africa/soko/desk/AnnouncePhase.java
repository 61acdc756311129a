package africa.soko.desk;

import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.market.PhaseChange;
import africa.soko.market.exchange.TradingPhase;
import java.time.Instant;

/// Tells one partner that an exchange changed phase (SPEC event `market.status`).
record AnnouncePhase(String partnerId, PhaseChange change) implements Command {

  record MarketStatus(
      String exchange,
      TradingPhase previousStatus,
      TradingPhase status,
      Instant nextTransitionAt) {}

  @Override
  public void needs(Needs needs) {
    // An event touches no row but its own.
  }

  @Override
  public Decision decide(Book book) {
    book.emit(
        "market.status",
        new MarketStatus(
            change.exchange(), change.previous(), change.next(), change.nextTransitionAt()));
    return Decision.accepted(200, true);
  }
}
