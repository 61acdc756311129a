package africa.soko.market.words;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/// All SQL of what operators publish, which all nodes and both environments share.
public final class ArticleStore {
  private static final int SHOWN_MAX = 1_000;

  private static final String COLUMNS =
      "article_id, slug, source, exchange, symbols, title, summary, body, published_at";

  private static final String ALL =
      "SELECT " + COLUMNS + " FROM article ORDER BY published_at DESC LIMIT " + SHOWN_MAX;

  private static final String ONE = "SELECT " + COLUMNS + " FROM article WHERE article_id = $1";

  private static final String REVISION =
      "SELECT count(*) || ' ' || coalesce(max(changed_at)::text, '') AS revision FROM article";

  private static final String ADD =
      """
      INSERT INTO article (article_id, slug, source, exchange, symbols, title, summary, body,
                           published_at, changed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
      ON CONFLICT DO NOTHING
      """;

  private static final String CHANGE =
      """
      UPDATE article SET source = $3, exchange = $4, symbols = $5, title = $6, summary = $7,
                         body = $8, published_at = $9, changed_at = clock_timestamp()
      WHERE article_id = $1 AND slug = $2
      """;

  private static final String REMOVE = "DELETE FROM article WHERE article_id = $1";

  private final SqlClient client;

  /// @param client with the schema `platform` in its search path
  public ArticleStore(SqlClient client) {
    this.client = client;
  }

  /// Differs whenever an article does.
  public Future<String> revision() {
    return client
        .preparedQuery(REVISION)
        .execute()
        .map(rows -> Rows.map(rows, f -> f.text("revision")).getFirst());
  }

  /// The newest articles, those to come among them.
  public Future<List<Article>> all() {
    return client.preparedQuery(ALL).execute().map(rows -> Rows.map(rows, ArticleStore::article));
  }

  Future<Optional<Article>> find(String id) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, ArticleStore::article));
  }

  /// @return false if its slug is taken
  Future<Boolean> add(Article article) {
    return client.preparedQuery(ADD).execute(columns(article)).map(rows -> rows.rowCount() == 1);
  }

  /// @return false if it is not there any more
  Future<Boolean> change(Article article) {
    return client.preparedQuery(CHANGE).execute(columns(article)).map(rows -> rows.rowCount() == 1);
  }

  Future<Boolean> remove(String id) {
    return client.preparedQuery(REMOVE).execute(Tuple.of(id)).map(rows -> rows.rowCount() == 1);
  }

  private static Tuple columns(Article article) {
    return Tuple.tuple()
        .addValue(article.id())
        .addValue(article.slug())
        .addValue(article.source().name())
        .addValue(article.exchange())
        .addValue(article.symbols().toArray(String[]::new))
        .addValue(article.title())
        .addValue(article.summary())
        .addValue(article.body())
        .addValue(article.publishedAt().atOffset(ZoneOffset.UTC));
  }

  private static Article article(Fields f) {
    return new Article(
        f.text("article_id"),
        f.text("slug"),
        f.constant("source", Article.Source.class),
        f.maybeText("exchange"),
        List.of(f.row().getArrayOfStrings("symbols")),
        f.text("title"),
        f.text("summary"),
        f.text("body"),
        f.instant("published_at"),
        false);
  }
}
