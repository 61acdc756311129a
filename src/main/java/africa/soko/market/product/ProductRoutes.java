package africa.soko.market.product;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.catalogue.AssetType;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentFilter;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.MarketQuote;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Bonds, funds and private deals, as lists and one by one (SPEC "Market data").
public final class ProductRoutes {
  record BondBody(
      String id,
      String name,
      String country,
      String currency,
      BigDecimal couponRate,
      LocalDate maturityDate,
      BigDecimal minimumInvestment,
      BigDecimal price,
      BigDecimal currentYield,
      InstrumentStatus status,
      DataQuality dataQuality) {
    static BondBody of(Bond bond, LocalDate today) {
      return new BondBody(
          bond.id(),
          bond.name(),
          bond.country(),
          bond.currency(),
          bond.couponRate(),
          bond.maturityDate(),
          bond.minimumInvestment(),
          bond.price(),
          bond.currentYield(),
          bond.hasMatured(today) ? InstrumentStatus.DELISTED : InstrumentStatus.ACTIVE,
          bond.dataQuality());
    }
  }

  /// @param symbol of an ETF, else null
  /// @param minimumInvestment in USD; null for an ETF, of which any cash value can be bought
  record FundBody(
      String id,
      String name,
      FundType type,
      @Nullable String symbol,
      @Nullable String exchange,
      String country,
      String currency,
      @Nullable BigDecimal nav,
      @Nullable LocalDate navDate,
      @Nullable BigDecimal annualisedReturn,
      @Nullable BigDecimal minimumInvestment,
      @Nullable DataQuality dataQuality) {}

  /// @param status OPEN up to the end of the close date
  record OpportunityBody(
      String id,
      String slug,
      String name,
      Opportunity.Kind type,
      String sector,
      String country,
      String currency,
      BigDecimal minimumTicket,
      LocalDate closeDate,
      @Nullable BigDecimal targetReturn,
      String summary,
      DealStatus status,
      DataQuality dataQuality) {
    static OpportunityBody of(Opportunity deal, LocalDate today) {
      return new OpportunityBody(
          deal.id(),
          deal.slug(),
          deal.name(),
          deal.type(),
          deal.sector(),
          deal.country(),
          "USD",
          deal.minimumTicket(),
          deal.closeDate(),
          deal.targetReturn(),
          deal.summary(),
          deal.isOpen(today) ? DealStatus.OPEN : DealStatus.CLOSED,
          deal.dataQuality());
    }
  }

  enum DealStatus {
    OPEN,
    CLOSED
  }

  private record BondList(List<BondBody> bonds, int count) {}

  private record FundList(List<FundBody> funds, int count) {}

  private record OpportunityList(List<OpportunityBody> opportunities, int count) {}

  private final Market market;
  private final Products products;

  public ProductRoutes(Market market, Products products) {
    this.market = market;
    this.products = products;
  }

  public void bind(Contract contract) {
    contract.hot("listBonds", this::bonds);
    contract.hot("getBond", this::bond);
    contract.hot("listFunds", this::funds);
    contract.hot("getFund", this::fund);
    contract.hot("listOpportunities", this::opportunities);
    contract.hot("getOpportunity", this::opportunity);
  }

  Answer bonds(Call call) {
    return prepared(call).answer(call, now -> bonds(call.query(), now));
  }

  private Prepared.Body bonds(Query query, Instant now) {
    var asked = MarketParameters.shortText(query, "country");
    var country = asked == null ? null : asked.toUpperCase(Locale.ROOT);
    var today = today(now);
    var found =
        products.bonds().stream()
            .filter(bond -> country == null || bond.country().equals(country))
            .map(bond -> BondBody.of(bond, today))
            .toList();
    return ofToday(new BondList(found, found.size()), now);
  }

  Answer bond(Call call) {
    return prepared(call)
        .answer(
            call,
            now -> {
              var id = call.path("id");
              var bond = products.bond(id).orElseThrow(() -> noSuch("bond", id));
              return ofToday(BondBody.of(bond, today(now)), now);
            });
  }

  Answer funds(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, _ -> funds(call.query(), view));
  }

  private Prepared.Body funds(Query query, MarketView view) {
    var type = query.one("type", FundType.class);
    var found = new ArrayList<FundBody>();
    for (var fund : products.funds()) {
      if (type == null || type == fund.type()) found.add(body(fund));
    }
    if (type == null || type == FundType.ETF) {
      var listed = new InstrumentFilter(null, null, AssetType.ETF, null);
      for (var etf : view.catalogue().list(listed)) found.add(body(etf, view));
    }
    var all = new FundList(found, found.size());
    return new Prepared.Body(all, view.refreshDue(market.exchanges().all()), Instant.MAX);
  }

  Answer fund(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, _ -> fund(call.path("id"), view));
  }

  private Prepared.Body fund(String id, MarketView view) {
    var fund = products.fund(id);
    if (fund.isPresent()) return Prepared.Body.lasting(body(fund.get()), Prepared.MAX_AGE_SECONDS);
    var etf =
        view.catalogue()
            .find(id)
            .filter(each -> each.assetType() == AssetType.ETF)
            .orElseThrow(() -> noSuch("fund", id));
    return new Prepared.Body(body(etf, view), view.refreshDue(etf.exchange()), Instant.MAX);
  }

  Answer opportunities(Call call) {
    return prepared(call)
        .answer(
            call,
            now -> {
              var today = today(now);
              var all =
                  products.opportunities().stream()
                      .map(deal -> OpportunityBody.of(deal, today))
                      .toList();
              return ofToday(new OpportunityList(all, all.size()), now);
            });
  }

  Answer opportunity(Call call) {
    return prepared(call)
        .answer(
            call,
            now -> {
              var name = call.path("id");
              var deal = products.opportunity(name).orElseThrow(() -> noSuch("opportunity", name));
              return ofToday(OpportunityBody.of(deal, today(now)), now);
            });
  }

  private Prepared prepared(Call call) {
    return market.of(call).prepared();
  }

  private static FundBody body(Fund fund) {
    return new FundBody(
        fund.id(),
        fund.name(),
        fund.type(),
        null,
        null,
        fund.country(),
        fund.currency(),
        fund.nav(),
        fund.navDate(),
        fund.annualisedReturn(),
        fund.minimumInvestment(),
        fund.dataQuality());
  }

  private FundBody body(Instrument etf, MarketView view) {
    var quote = view.snapshot().quote(etf.symbol());
    var calendar = market.calendars().of(etf.exchange());
    return new FundBody(
        etf.symbol(),
        etf.name(),
        FundType.ETF,
        etf.symbol(),
        etf.exchange().code(),
        etf.exchange().suffix(),
        etf.currency(),
        quote.map(MarketQuote::price).orElse(null),
        quote.map(each -> calendar.localDate(each.asOf())).orElse(null),
        null,
        null,
        quote.map(MarketQuote::dataQuality).orElse(null));
  }

  private static Prepared.Body ofToday(Object json, Instant now) {
    var tomorrow = today(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return new Prepared.Body(json, Instant.MAX, tomorrow);
  }

  private static LocalDate today(Instant now) {
    return now.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static RefusedException noSuch(String what, String id) {
    return Refused.of(ErrorCode.NOT_FOUND, "There is no %s %s", what, id).asException();
  }
}
