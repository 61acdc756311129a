package africa.soko.market.words;

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
import africa.soko.market.exchange.Exchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Market intel, pulse and company news (SPEC "Market data").
public final class WordRoutes {
  private static final int LIMIT_DEFAULT = 20;
  private static final int LIMIT_MAX = 100;

  /// An article in a list, which is without its body.
  private record Listed(
      String id,
      String slug,
      Article.Source source,
      @Nullable String exchange,
      List<String> symbols,
      String title,
      String summary,
      Instant publishedAt,
      boolean sampleData) {
    static Listed of(Article article) {
      return new Listed(
          article.id(),
          article.slug(),
          article.source(),
          article.exchange(),
          article.symbols(),
          article.title(),
          article.summary(),
          article.publishedAt(),
          article.sampleData());
    }
  }

  private record ArticleList(List<Listed> articles, int count) {}

  private record ItemList(List<Listed> items, int count) {}

  private final Market market;
  private final MarketParameters parameters;
  private final SampleWords samples;

  public WordRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
    this.samples = new SampleWords(market.calendars());
  }

  public void bind(Contract contract) {
    contract.hot("listMarketIntel", this::intel);
    contract.hot("getMarketIntel", this::article);
    contract.hot("getStockPulse", this::pulse);
    contract.hot("getCompanyNews", this::news);
  }

  Answer intel(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var only = parameters.exchange(call.query());
              var all = intel(view, only, now);
              var listed = listed(all, call.query());
              return body(new ArticleList(listed, listed.size()), view, now);
            });
  }

  /// An exchange is also meant by the instruments that an article is about.
  private List<Article> intel(MarketView view, @Nullable Exchange only, Instant now) {
    var all = new ArrayList<Article>();
    for (var each : view.articles().publishedAt(now)) {
      if (only == null || isAbout(view, each, only)) all.add(each);
    }
    for (var exchange : parameters.exchanges(only)) {
      all.addAll(samples.reviews(view, exchange, now));
    }
    if (only == null) all.addAll(SampleWords.about(view));
    all.sort(Articles.NEWEST_FIRST);
    return all;
  }

  private static boolean isAbout(MarketView view, Article article, Exchange exchange) {
    if (exchange.code().equals(article.exchange())) return true;
    return article.symbols().stream()
        .flatMap(symbol -> view.catalogue().find(symbol).stream())
        .anyMatch(each -> each.exchange().code().equals(exchange.code()));
  }

  Answer article(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var name = call.path("id");
              var found =
                  intel(view, null, now).stream()
                      .filter(each -> each.id().equals(name) || each.slug().equals(name))
                      .findFirst()
                      .orElseThrow(
                          () ->
                              Refused.of(ErrorCode.NOT_FOUND, "There is no article %s", name)
                                  .asException());
              return body(found, view, now);
            });
  }

  Answer pulse(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = view.catalogue().named(call.path("symbol"));
              var all = published(view, instrument, now);
              all.addAll(samples.notes(view, instrument, now));
              all.sort(Articles.NEWEST_FIRST);
              var listed = listed(all, call.query());
              return body(new ArticleList(listed, listed.size()), view, now);
            });
  }

  Answer news(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = view.catalogue().named(call.path("symbol"));
              if (instrument.assetType() != AssetType.STOCK) {
                throw Refused.of(ErrorCode.NOT_FOUND, "%s is no company", instrument.symbol())
                    .asException();
              }
              var only =
                  call.query()
                      .one(
                          "type",
                          Map.of(
                              "NEWS", Article.Source.MARKET_NEWS,
                              "CORPORATE_ACTION", Article.Source.CORPORATE_ACTION));
              var all = published(view, instrument, now);
              all.addAll(samples.news(view, instrument, now));
              all.removeIf(each -> only != null && each.source() != only);
              all.sort(Articles.NEWEST_FIRST);
              var listed = listed(all, call.query());
              return body(new ItemList(listed, listed.size()), view, now);
            });
  }

  private static List<Article> published(MarketView view, Instrument instrument, Instant now) {
    var about = new ArrayList<Article>();
    for (var each : view.articles().publishedAt(now)) {
      if (each.isAbout(instrument.symbol())) about.add(each);
    }
    return about;
  }

  private static List<Listed> listed(List<Article> articles, Query query) {
    int limit = query.clamped("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    return articles.stream().limit(limit).map(Listed::of).toList();
  }

  private Prepared.Body body(Object json, MarketView view, Instant now) {
    return new Prepared.Body(
        json, view.refreshDue(market.exchanges().all()), view.articles().nextAfter(now), MINUTE);
  }

  /// What an operator publishes is seen by every caller after this many seconds at the latest.
  private static final int MINUTE = 60;
}
