package africa.soko.trading.position;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Venue;
import africa.soko.trading.position.GainStore.Filter;
import africa.soko.trading.position.GainStore.Totals;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tax lots and realised gains of sub-accounts.
public final class GainRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final GainStore store;
  private final AccountNames names;
  private final Venue venue;

  record TaxLots(List<TaxLot> taxLots, int count, boolean hasMore, @Nullable String nextCursor) {}

  record Gains(
      List<RealisedGain> disposals,
      Totals totals,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  /// @param pool whose connections look into the schema of one environment
  public GainRoutes(Pool pool, AccountNames names, Venue venue) {
    store = new GainStore(pool);
    this.names = names;
    this.venue = venue;
  }

  public void bind(Contract contract) {
    contract.read("listTaxLots", call -> account(call).compose(id -> lots(call, id)));
    contract.read("listRealisedGains", call -> account(call).compose(id -> gains(call, id)));
  }

  private Future<String> account(Call call) {
    return names.existing(call.caller(), call.path("userId"));
  }

  private Future<Answer> lots(Call call, String accountId) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return store
        .lots(call.caller().partnerId(), accountId, symbol(call), page)
        .map(
            found -> {
              var slice = page.slice(found, TaxLot::place);
              return Answer.ok(
                  new TaxLots(slice.items(), slice.count(), slice.hasMore(), slice.nextCursor()));
            });
  }

  private Future<Answer> gains(Call call, String accountId) {
    var partnerId = call.caller().partnerId();
    var query = call.query();
    var page = query.page(PAGE_DEFAULT, PAGE_MAX);
    var filter = new Filter(symbol(call), query.from("from"), query.before("to"));
    var disposals = store.disposals(partnerId, accountId, filter, page);
    var totals = store.totals(partnerId, accountId, filter);
    return Future.all(disposals, totals)
        .map(
            _ -> {
              var slice = page.slice(disposals.result(), Disposal::disposalId);
              return Answer.ok(
                  new Gains(
                      slice.items().stream().map(RealisedGain::of).toList(),
                      totals.result(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private @Nullable String symbol(Call call) {
    var symbol = call.query().text("symbol");
    if (symbol == null) return null;
    return venue.of(call.caller().partnerId()).catalogue().named(symbol).symbol();
  }
}
