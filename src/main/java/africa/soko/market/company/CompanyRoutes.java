package africa.soko.market.company;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.catalogue.AssetType;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentFilter;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.price.DataQuality;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The companies whose shares are listed (SPEC "Market data").
public final class CompanyRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int PAGES_MAX = 1_000_000;

  record Company(
      String symbol,
      String ticker,
      String name,
      String exchange,
      String country,
      String currency,
      String sector,
      @Nullable String isin,
      boolean tradable,
      InstrumentStatus status) {
    static Company of(Instrument instrument) {
      return new Company(
          instrument.symbol(),
          instrument.ticker(),
          instrument.name(),
          instrument.exchange().code(),
          instrument.exchange().suffix(),
          instrument.currency(),
          instrument.sector(),
          instrument.isin(),
          instrument.tradable(),
          instrument.status());
    }
  }

  private record CompanyPage(
      List<Company> companies, int count, int page, int limit, int totalCount, boolean hasMore) {}

  private record Ticker(String symbol, String ticker, String exchange, String name) {}

  private record TickerList(List<Ticker> tickers, int count) {}

  /// @param description generated, as `sampleData` says
  private record Profile(
      @JsonUnwrapped Company company,
      String exchangeName,
      @Nullable BigDecimal price,
      @Nullable BigDecimal changePercent,
      @Nullable Instant asOf,
      @Nullable DataQuality dataQuality,
      String description,
      boolean sampleData) {}

  private final Market market;
  private final MarketParameters parameters;

  public CompanyRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("listCompanies", this::list);
    contract.hot("listCompanyTickers", this::tickers);
    contract.hot("getCompany", this::profile);
  }

  Answer list(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, _ -> list(call.query(), view));
  }

  private Prepared.Body list(Query query, MarketView view) {
    var sector = MarketParameters.shortText(query, "sector");
    var filter = new InstrumentFilter(parameters.exchange(query), sector, AssetType.STOCK, null);
    int limit = query.clamped("limit", PAGE_DEFAULT, 1, PAGE_MAX);
    int page = query.clamped("page", 1, 1, PAGES_MAX);
    var all = view.catalogue().list(filter);
    int from = Math.min(Math.multiplyExact(page - 1, limit), all.size());
    int to = Math.min(from + limit, all.size());
    var companies = all.subList(from, to).stream().map(Company::of).toList();
    return Prepared.Body.lasting(
        new CompanyPage(companies, companies.size(), page, limit, all.size(), to < all.size()),
        Prepared.MAX_AGE_SECONDS);
  }

  Answer profile(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            _ -> {
              var instrument = view.catalogue().named(call.path("symbol"));
              if (instrument.assetType() != AssetType.STOCK) {
                throw Refused.of(ErrorCode.NOT_FOUND, "%s is no company", instrument.symbol())
                    .asException();
              }
              var due = view.refreshDue(instrument.exchange());
              return new Prepared.Body(profile(instrument, view), due, Instant.MAX);
            });
  }

  private static Profile profile(Instrument instrument, MarketView view) {
    var quote = view.snapshot().quote(instrument.symbol()).orElse(null);
    var exchange = instrument.exchange();
    var description =
        "Sample data: %s is listed on the %s (%s) as %s, in the sector %s."
            .formatted(
                instrument.name(),
                exchange.name(),
                exchange.country(),
                instrument.ticker(),
                instrument.sector());
    return new Profile(
        Company.of(instrument),
        exchange.name(),
        quote == null ? null : quote.price(),
        quote == null ? null : quote.changePercent(),
        quote == null ? null : quote.asOf(),
        quote == null ? null : quote.dataQuality(),
        description,
        true);
  }

  Answer tickers(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            _ -> {
              var companies = new InstrumentFilter(null, null, AssetType.STOCK, null);
              var tickers =
                  view.catalogue().list(companies).stream()
                      .map(
                          each ->
                              new Ticker(
                                  each.symbol(),
                                  each.ticker(),
                                  each.exchange().code(),
                                  each.name()))
                      .toList();
              return Prepared.Body.lasting(
                  new TickerList(tickers, tickers.size()), Prepared.MAX_AGE_SECONDS);
            });
  }
}
