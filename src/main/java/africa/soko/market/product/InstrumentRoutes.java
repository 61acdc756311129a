package africa.soko.market.product;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Query;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentFilter;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.catalogue.StockBody;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The normalised catalogue: whatever can be held, in one shape (SPEC "Market data", last
/// paragraph). Instruments that do not trade stay visible.
public final class InstrumentRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  enum AssetClass {
    STOCK,
    ETF,
    BOND,
    FUND
  }

  /// @param instrumentId the symbol of what is listed, else an identifier of its own
  record InstrumentBody(
      String instrumentId,
      AssetClass assetClass,
      @Nullable String symbol,
      String name,
      @Nullable String exchange,
      String country,
      String currency,
      @Nullable String sector,
      @Nullable String isin,
      InstrumentStatus status,
      boolean tradable,
      StockBody.Capabilities capabilities,
      Constraints constraints) {}

  /// What is demanded of an order; what is not known is null.
  record Constraints(
      @Nullable BigDecimal tickSize,
      @Nullable Integer lotSize,
      @Nullable BigDecimal priceBandPercent,
      @Nullable BigDecimal minimumInvestment) {}

  private record InstrumentPage(
      List<InstrumentBody> instruments, int count, boolean hasMore, @Nullable String nextCursor) {}

  private record Filter(
      @Nullable AssetClass assetClass,
      @Nullable String exchange,
      @Nullable InstrumentStatus status,
      @Nullable Boolean tradable,
      @Nullable String search) {
    boolean accepts(InstrumentBody each) {
      return (assetClass == null || assetClass == each.assetClass)
          && (exchange == null || exchange.equals(each.exchange))
          && (status == null || status == each.status)
          && (tradable == null || tradable == each.tradable)
          && (search == null
              || InstrumentFilter.matches(each.name, search)
              || InstrumentFilter.matches(each.instrumentId, search));
    }
  }

  private final Market market;
  private final Products products;
  private final MarketParameters parameters;

  public InstrumentRoutes(Market market, Products products) {
    this.market = market;
    this.products = products;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("listInstruments", this::list);
  }

  Answer list(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> list(call.query(), view, now));
  }

  private Prepared.Body list(Query query, MarketView view, Instant now) {
    var only = parameters.exchange(query);
    var filter =
        new Filter(
            query.one("assetClass", AssetClass.class),
            only == null ? null : only.code(),
            query.one("status", InstrumentStatus.class),
            query.bool("tradable"),
            MarketParameters.shortText(query, "search"));
    var page = query.commonPage(PAGE_DEFAULT, PAGE_MAX);
    var after = page.after();
    var today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    var found =
        all(view, today).stream()
            .filter(filter::accepts)
            .filter(each -> after == null || each.instrumentId.compareTo(after) > 0)
            .limit(page.limit() + 1L)
            .toList();
    var slice = page.slice(found, InstrumentBody::instrumentId);
    var body =
        new InstrumentPage(slice.items(), slice.count(), slice.hasMore(), slice.nextCursor());
    var tomorrow = today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return new Prepared.Body(body, view.refreshDue(parameters.exchanges(only)), tomorrow);
  }

  private List<InstrumentBody> all(MarketView view, LocalDate today) {
    var all = new ArrayList<InstrumentBody>();
    for (var each : view.catalogue().all()) all.add(listed(each, view));
    for (var bond : products.bonds()) all.add(body(bond, today));
    for (var fund : products.funds()) all.add(body(fund));
    all.sort(Comparator.comparing(InstrumentBody::instrumentId));
    return all;
  }

  private static InstrumentBody listed(Instrument each, MarketView view) {
    var quote = view.snapshot().quote(each.symbol()).orElse(null);
    var demanded = each.constraintsAt(quote == null ? each.referencePrice() : quote.price());
    return new InstrumentBody(
        each.symbol(),
        AssetClass.valueOf(each.assetType().name()),
        each.symbol(),
        each.name(),
        each.exchange().code(),
        each.exchange().suffix(),
        each.currency(),
        each.sector(),
        each.isin(),
        each.status(),
        each.tradable(),
        StockBody.Capabilities.of(each),
        new Constraints(
            demanded.tickSize(), demanded.lotSize(), demanded.dailyBandPercent(), null));
  }

  /// No exchange lists it, so no order is taken for it.
  private static InstrumentBody body(Bond bond, LocalDate today) {
    return new InstrumentBody(
        bond.id(),
        AssetClass.BOND,
        null,
        bond.name(),
        null,
        bond.country(),
        bond.currency(),
        null,
        null,
        bond.hasMatured(today) ? InstrumentStatus.DELISTED : InstrumentStatus.ACTIVE,
        false,
        StockBody.Capabilities.NONE,
        new Constraints(null, null, null, bond.minimumInvestment()));
  }

  private static InstrumentBody body(Fund fund) {
    return new InstrumentBody(
        fund.id(),
        AssetClass.FUND,
        null,
        fund.name(),
        null,
        fund.country(),
        fund.currency(),
        null,
        null,
        InstrumentStatus.ACTIVE,
        false,
        StockBody.Capabilities.NONE,
        new Constraints(null, null, null, fund.minimumInvestment()));
  }
}
