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
/// that a page costs a few short scans however long the history is.
public final class TransactionStore {
  // The posting that holds the place of the cursor may have entries on either side of it.
  private static final String SIDE =
      """
      (SELECT %1$d AS side, %2$sentry AS entry, %2$sbalance AS balance, %3$s
       FROM posting WHERE partner_id = $1 AND %4$s = $2 AND %2$sentry >= $3
       ORDER BY %2$sentry LIMIT 1)
      UNION ALL
      (SELECT %1$d, %2$sentry, %2$sbalance, %3$s
       FROM posting WHERE partner_id = $1 AND %4$s = $2 AND %2$sentry < $3
         AND ($4::text IS NULL OR legs ~ ('(^|,)[0-9]+ ' || $4 || ' (W%1$d |[A-Z0-9]+ W%1$d )'))
       ORDER BY %2$sentry DESC LIMIT $5)
      """;
  private static final String COLUMNS =
      "posting_id, legs, order_id, note, local_amount, local_currency, fx_rate, created_at";
  private static final String PAGE =
      SIDE.formatted(1, "", COLUMNS, "account_id")
          + " UNION ALL "
          + SIDE.formatted(2, "other_", COLUMNS, "other_id");

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

  /// One entry more than the page holds if there are more.
  ///
  /// @param before only entries with a lower number than this
  Future<List<Transaction>> page(
      String partnerId, String accountId, Transfer.@Nullable Type type, long before, int limit) {
    var tuple =
        Tuple.of(partnerId, accountId, before, type == null ? null : type.name(), limit + 1);
    return client
        .preparedQuery(PAGE)
        .execute(tuple)
        .map(
            rows ->
                Rows.map(rows, TransactionStore::entries).stream()
                    .flatMap(List::stream)
                    .filter(entry -> entry.entry < before)
                    .filter(entry -> type == null || entry.type == type)
                    .sorted(Comparator.comparingLong(Transaction::entry).reversed())
                    .limit(limit + 1)
                    .toList());
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
