package africa.soko.subaccount;

import africa.soko.ledger.Leg;
import africa.soko.ledger.Transfer;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the entries of a wallet, the newest first.
///
/// A posting is indexed by the number of the last entry that it makes in each of its wallets, so
/// that a page costs a few short scans however long the history is. What is no trade has an index
/// by its type; a type of trades is looked for in the last [#SEARCHED] entries.
public final class TransactionStore {
  /// How many entries one page looks through for a type that trades make.
  static final int SEARCHED = 2_000;

  // The posting that holds the place of the cursor may have entries on either side of it.
  private static final String SIDE =
      """
      (SELECT %1$d AS side, %2$sentry AS entry, %2$sbalance AS balance, %3$s
       FROM posting WHERE partner_id = $1 AND %4$s = $2 AND %2$sentry >= $3
       ORDER BY %2$sentry LIMIT 1)
      UNION ALL
      (SELECT %1$d, %2$sentry, %2$sbalance, %3$s
       FROM posting WHERE partner_id = $1 AND %4$s = $2 AND %2$sentry < $3%5$s
       ORDER BY %2$sentry DESC LIMIT $4)
      """;
  private static final String COLUMNS =
      "posting_id, legs, order_id, note, local_amount, local_currency, fx_rate, created_at";
  private static final String OF_TYPE =
      " AND legs ~ ('(^|,)[0-9]+ ' || $5 || ' (W%d |[A-Z0-9]+ W%1$d )')";
  private static final String OF_KIND = " AND kind = $5";
  static final String ALL = page("", "");
  static final String KIND = page(OF_KIND + OF_TYPE.formatted(1), OF_KIND + OF_TYPE.formatted(2));
  static final String TRADES =
      page(
          " AND entry >= $6" + OF_TYPE.formatted(1),
          " AND other_entry >= $6" + OF_TYPE.formatted(2));

  private static String page(String condition, String otherCondition) {
    return SIDE.formatted(1, "", COLUMNS, "account_id", condition)
        + " UNION ALL "
        + SIDE.formatted(2, "other_", COLUMNS, "other_id", otherCondition);
  }

  private final SqlClient client;

  /// One entry of a wallet (SPEC "Ledger transaction").
  ///
  /// @param entry its number in the wallet, from 1
  /// @param amount signed, in USD
  record Transaction(
      @JsonIgnore long entry,
      String transactionId,
      Transfer.Type type,
      Usd amount,
      String currency,
      Usd balanceAfter,
      @Nullable String orderId,
      @Nullable String note,
      @Nullable BigDecimal localAmount,
      @Nullable String localCurrency,
      @Nullable BigDecimal fxRate,
      Instant createdAt) {}

  /// @param client whose connections look into the schema of one environment
  public TransactionStore(SqlClient client) {
    this.client = client;
  }

  /// What was found, and where the search has ended.
  ///
  /// @param entries one more than was asked for if there are more
  /// @param from the number of the first entry that was looked at; 1 where it was looked at all
  record Found(List<Transaction> entries, long from) {}

  /// @param before only entries with a lower number than this
  /// @param limit how many are wanted
  Future<Found> page(
      String partnerId, String accountId, Transfer.@Nullable Type type, long before, int limit) {
    var tuple = Tuple.of(partnerId, accountId, before, limit + 1);
    if (type == null) return found(ALL, tuple, null, before, 1, limit);
    tuple.addValue(type.name());
    if (!type.isOfTrade()) return found(KIND, tuple, type, before, 1, limit);
    var from = Math.max(1, before - SEARCHED);
    return found(TRADES, tuple.addValue(from), type, before, from, limit);
  }

  private Future<Found> found(
      String sql, Tuple tuple, Transfer.@Nullable Type type, long before, long from, int limit) {
    return client
        .preparedQuery(sql)
        .execute(tuple)
        .map(
            rows ->
                Rows.map(rows, TransactionStore::entries).stream()
                    .flatMap(List::stream)
                    .filter(entry -> entry.entry < before && entry.entry >= from)
                    .filter(entry -> type == null || entry.type == type)
                    .sorted(Comparator.comparingLong(Transaction::entry).reversed())
                    .limit(limit + 1)
                    .toList())
        .map(entries -> new Found(entries, from));
  }

  /// What a posting has made of the wallet, the newest first.
  private static List<Transaction> entries(Fields fields) {
    var entries = new ArrayList<Transaction>();
    var number = fields.number("entry");
    var balance = fields.usd("balance");
    for (var leg : Leg.of(fields.text("legs")).reversed()) {
      var amount = leg.inWallet(fields.integer("side"));
      if (amount == null) continue;
      entries.add(
          new Transaction(
              number,
              leg.idOf(fields.text("posting_id")),
              leg.type(),
              amount,
              "USD",
              balance,
              fields.maybeText("order_id"),
              fields.maybeText("note"),
              fields.maybeDecimal("local_amount"),
              fields.maybeText("local_currency"),
              fields.maybeDecimal("fx_rate"),
              fields.instant("created_at")));
      number--;
      balance = balance.minus(amount);
    }
    return entries;
  }
}
