package africa.soko.ledger;

import africa.soko.edge.ErrorCode;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import org.jspecify.annotations.Nullable;

/// How many of some things each partner has, where that is limited: one row a partner, so that two
/// nodes cannot pass the limit together and nobody counts. A group of rows would not do: it does
/// not show what another transaction has added to it meanwhile.
///
/// @param things what is counted, as the refusal and the proof say it
/// @param max how many a partner may have
public record Tally(Table<Count> table, String things, int max) {

  /// The row of a partner; one without a row has none of the things.
  public record Count(String partnerId, long number) {}

  /// @param name of a table whose columns are `partner_id` and `number`
  public static Table<Count> table(String name) {
    return Table.<Count>named(name)
        .key("partner_id", Count::partnerId)
        .number("number", Count::number)
        .readBy(f -> new Count(f.text("partner_id"), f.number("number")));
  }

  public void needs(Needs needs, String partnerId) {
    needs.maybe(table, Key.of(partnerId));
  }

  /// Counts one more.
  ///
  /// @return the refusal if that would be one too many, or null
  public @Nullable Decision add(Book book, String partnerId) {
    var number = number(book, partnerId);
    if (number >= max) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "A partner can have at most %d %s", max, things);
    }
    book.put(table, new Count(partnerId, number + 1));
    return null;
  }

  /// Counts one less.
  public void remove(Book book, String partnerId) {
    book.put(table, new Count(partnerId, number(book, partnerId) - 1));
  }

  private long number(Book book, String partnerId) {
    var known = book.find(table, Key.of(partnerId));
    return known == null ? 0 : known.number();
  }

  /// That what is counted is what there is.
  ///
  /// @param from what follows `FROM` in a query for the things
  public Proof proof(String from) {
    return new Proof(
        "what is counted of %s is what there is".formatted(things),
        """
        SELECT coalesce(c.partner_id, t.partner_id), '%1$s',
               coalesce(c.number, 0) || ' are counted, ' || coalesce(t.number, 0) || ' are there'
        FROM %2$s c
        FULL JOIN (SELECT partner_id, count(*) AS number FROM %3$s GROUP BY partner_id) t
        USING (partner_id)
        WHERE coalesce(c.number, 0) <> coalesce(t.number, 0)
        """
            .formatted(things, table.name(), from));
  }
}
