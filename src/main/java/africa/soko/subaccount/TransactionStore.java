package africa.soko.subaccount;

import africa.soko.ledger.Transfer;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Reads the entries of a wallet, the newest first.
///
/// An entry is one side of a transfer; both sides are indexed by the number that the entry has in
/// its wallet, so that a page costs two short scans however long the history is.
public final class TransactionStore {
  private static final String SIDE =
      """
      (SELECT transfer_id, type, %1$samount AS signed, %2$s_balance_after AS balance_after,
              %2$s_entry AS entry, order_id, note, local_amount, local_currency, fx_rate, created_at
       FROM transfer
       WHERE partner_id = $1 AND %2$s_account = $2 AND %2$s_pocket = 'WALLET'
         AND %2$s_entry < $3 AND ($4::text IS NULL OR type = $4)
       ORDER BY %2$s_entry DESC
       LIMIT $5)
      """;
  private static final String PAGE =
      SIDE.formatted("-", "debit")
          + " UNION ALL "
          + SIDE.formatted("", "credit")
          + " ORDER BY entry DESC LIMIT $5";

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
                StreamSupport.stream(rows.spliterator(), false)
                    .map(TransactionStore::read)
                    .toList());
  }

  private static Transaction read(Row row) {
    var fields = new Fields(row);
    return new Transaction(
        fields.number("entry"),
        fields.text("transfer_id"),
        fields.constant("type", Transfer.Type.class),
        fields.usd("signed"),
        "USD",
        fields.usd("balance_after"),
        fields.maybeText("order_id"),
        fields.maybeText("note"),
        fields.maybeDecimal("local_amount"),
        fields.maybeText("local_currency"),
        fields.maybeDecimal("fx_rate"),
        fields.instant("created_at"));
  }
}
