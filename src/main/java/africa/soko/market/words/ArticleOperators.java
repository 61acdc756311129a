package africa.soko.market.words;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.MarketParameters;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.Exchanges;
import africa.soko.platform.id.Ids;
import africa.soko.platform.json.Sent;
import io.vertx.core.Future;
import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What operators publish. A slug names one article for ever, so that a repeated publication is
/// refused instead of doubled.
public final class ArticleOperators {
  private static final int TITLE_MAX = 200;
  private static final int SUMMARY_MAX = 1_000;
  private static final int BODY_MAX = 50_000;
  private static final int SYMBOLS_MAX = 50;
  private static final int SLUG_MAX = 100;
  private static final Pattern SLUG = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final String SAMPLES = "sample-";

  /// @param publishedAt from when on it shows; now unless given
  record Publication(
      String title,
      String summary,
      String body,
      @Nullable String slug,
      Article.@Nullable Source source,
      @Nullable String exchange,
      @Nullable List<String> symbols,
      @Nullable Instant publishedAt) {}

  record Revision(
      @Nullable Sent<String> title,
      @Nullable Sent<String> summary,
      @Nullable Sent<String> body,
      @Nullable Sent<Article.Source> source,
      @Nullable Sent<String> exchange,
      @Nullable Sent<List<String>> symbols,
      @Nullable Sent<Instant> publishedAt) {}

  private record Removed(String id, boolean deleted) {}

  private final ArticleStore store;
  private final MarketParameters parameters;
  private final InstrumentCatalogue catalogue;
  private final Ids ids;

  public ArticleOperators(
      ArticleStore store, Exchanges exchanges, InstrumentCatalogue catalogue, Ids ids) {
    this.store = store;
    parameters = new MarketParameters(exchanges);
    this.catalogue = catalogue;
    this.ids = ids;
  }

  /// @param look lets this node see what was changed
  public void bind(Contract contract, Supplier<Future<Void>> look) {
    contract.change("createArticle", call -> create(call, look));
    contract.change("updateArticle", call -> update(call, look));
    contract.change("deleteArticle", call -> delete(call, look));
  }

  private Future<Answer> create(Call call, Supplier<Future<Void>> look) {
    var asked = call.body(Publication.class);
    var article =
        checked(
            new Article(
                ids.next("art_"),
                slug(asked),
                asked.source == null ? Article.Source.MARKET_NEWS : asked.source,
                exchange(asked.exchange),
                symbols(asked.symbols),
                asked.title,
                asked.summary,
                asked.body,
                asked.publishedAt == null ? call.now() : asked.publishedAt,
                false));
    return store
        .add(article)
        .compose(added -> added ? look.get() : Future.failedFuture(taken(article.slug())))
        .map(_ -> Answer.of(201, article));
  }

  private Future<Answer> update(Call call, Supplier<Future<Void>> look) {
    var asked = call.body(Revision.class);
    var id = call.path("articleId");
    return store
        .find(id)
        .compose(
            found -> {
              var next = checked(revised(found.orElseThrow(() -> noSuch(id)), asked));
              return store
                  .change(next)
                  .compose(changed -> changed ? look.get() : Future.failedFuture(noSuch(id)))
                  .map(_ -> Answer.ok(next));
            });
  }

  private Future<Answer> delete(Call call, Supplier<Future<Void>> look) {
    var id = call.path("articleId");
    return store
        .remove(id)
        .compose(removed -> removed ? look.get() : Future.failedFuture(noSuch(id)))
        .map(_ -> Answer.ok(new Removed(id, true)));
  }

  private Article revised(Article before, Revision asked) {
    var symbols = Sent.or(asked.symbols, before.symbols());
    return new Article(
        before.id(),
        before.slug(),
        required("source", asked.source, before.source()),
        exchange(Sent.or(asked.exchange, before.exchange())),
        symbols(symbols),
        required("title", asked.title, before.title()),
        required("summary", asked.summary, before.summary()),
        required("body", asked.body, before.body()),
        required("publishedAt", asked.publishedAt, before.publishedAt()),
        false);
  }

  private static <T> T required(String field, @Nullable Sent<T> sent, T before) {
    var value = Sent.or(sent, before);
    if (value == null) throw Input.invalid(field, "must not be null");
    return value;
  }

  private static Article checked(Article article) {
    Input.name("title", article.title(), TITLE_MAX);
    Input.name("summary", article.summary(), SUMMARY_MAX);
    Input.name("body", article.body(), BODY_MAX);
    return article;
  }

  private @Nullable String exchange(@Nullable String code) {
    return code == null ? null : parameters.exchange(code).code();
  }

  private List<String> symbols(@Nullable List<String> symbols) {
    if (symbols == null) return List.of();
    if (symbols.size() > SYMBOLS_MAX) {
      throw Input.invalid("symbols", "must name at most %d".formatted(SYMBOLS_MAX));
    }
    return symbols.stream().map(each -> catalogue.named(each).symbol()).distinct().toList();
  }

  private static String slug(Publication asked) {
    var slug = asked.slug == null ? slugOf(asked.title) : asked.slug;
    if (slug.length() > SLUG_MAX || !SLUG.matcher(slug).matches()) {
      throw Input.invalid("slug", "must be lower-case words of letters and digits, parted by -");
    }
    if (slug.startsWith(SAMPLES)) {
      throw Input.invalid("slug", "must not begin as those of samples do");
    }
    return slug;
  }

  private static String slugOf(String title) {
    var plain = Normalizer.normalize(title, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
    var words = plain.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    var slug = words.replaceAll("^-|-$", "");
    return slug.length() <= SLUG_MAX ? slug : slug.substring(0, SLUG_MAX).replaceAll("-[^-]*$", "");
  }

  private static RefusedException taken(String slug) {
    return Refused.of(ErrorCode.CONFLICT, "There is an article %s already", slug).asException();
  }

  private static RefusedException noSuch(String id) {
    return Refused.of(ErrorCode.NOT_FOUND, "There is no article %s", id).asException();
  }
}
