package africa.soko.trading.quote;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.market.MarketView;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Venue;
import io.vertx.core.Future;

/// What every request to deal turns to: the market, the account, and the ledger that decides.
public record Dealing(Ledger ledger, Venue venue, AccountNames accounts) {

  /// The market as the caller sees it.
  public MarketView market(Call call) {
    return venue.of(call.caller().partnerId());
  }

  /// The sub-account that a caller may name so.
  public Future<String> account(Call call, String userId) {
    return accounts.resolve(call.caller(), userId);
  }

  public Future<Answer> send(Command command, Call call) {
    return ledger.send(command, call.origin());
  }
}
