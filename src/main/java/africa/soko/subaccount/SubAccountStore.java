package africa.soko.subaccount;

import africa.soko.edge.Page;
import africa.soko.ledger.Account;
import africa.soko.ledger.AccountStore;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.BuyingPower.Tranche;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Reads sub-accounts and buying power. What changes them is a command of the ledger.
public final class SubAccountStore {
  /// Beyond this many, a list says that its total is capped.
  static final int TOTAL_MAX = 10_000;

  private static final String COLUMNS =
      """
      SELECT s.*, a.status, a.frozen_by, a.kyc_status, a.kyc_level, a.cash, a.escrow, a.unsettled,
             a.entries, a.open_orders, a.day_ends, a.account_id
      """;
  private static final String JOINED =
      COLUMNS
          + """
          FROM sub_account s
          JOIN account a ON a.partner_id = s.partner_id AND a.account_id = s.sub_account_id
          WHERE s.partner_id = $1
          """;
  private static final String ONE = JOINED + " AND s.sub_account_id = $2";
  static final String PAGE =
      JOINED + " AND s.sub_account_id < $2 ORDER BY s.sub_account_id DESC LIMIT $3";
  // Each profile is looked up by itself: a join might read all of them to find a few.
  static final String PAGE_OF_STATUS =
      COLUMNS
          + """
          FROM (SELECT * FROM account
                WHERE partner_id = $1 AND status = $4 AND account_id < $2 AND account_id <> 'master'
                ORDER BY account_id DESC LIMIT $3) a,
            LATERAL (SELECT * FROM sub_account
                     WHERE partner_id = a.partner_id AND sub_account_id = a.account_id LIMIT 1) s
          ORDER BY a.account_id DESC
          """;
  static final String TOTAL =
      """
      SELECT count(*)
      FROM (SELECT FROM sub_account WHERE partner_id = $1 ORDER BY sub_account_id LIMIT $2) AS found
      """;
  static final String TOTAL_OF_STATUS =
      """
      SELECT count(*)
      FROM (SELECT FROM account
            WHERE partner_id = $1 AND status = $3 AND account_id <> 'master'
            ORDER BY account_id LIMIT $2) AS found
      """;
  private static final String AFTER_ALL = "sub_" + "Z".repeat(27);
  private static final String BY_EXTERNAL_ID =
      """
      SELECT sub_account_id FROM sub_account_name
      WHERE partner_id = $1 AND kind = 'EXTERNAL_ID' AND name = $2
      """;
  // The keys of all tables begin with the partner.
  private static final String PARTNER_OF =
      """
      SELECT p.partner_id FROM platform.partner p
      WHERE EXISTS (SELECT FROM account a WHERE a.partner_id = p.partner_id AND a.account_id = $1)
      LIMIT 1
      """;
  private static final String EXISTS =
      "SELECT 1 FROM account WHERE partner_id = $1 AND account_id = $2";
  static final String TRANCHES =
      """
      SELECT order_id, gross - base_fee - markup_fee AS proceeds, settlement_date
      FROM execution_report
      WHERE partner_id = $1 AND account_id = $2 AND side = 'SELL'
        AND settlement_status = 'UNSETTLED'
      ORDER BY settlement_date, report_id
      """;

  private final SqlClient client;
  private final AccountStore accounts;

  /// Part of a list, with how many there are in all.
  ///
  /// @param found one more than the page holds if there are more
  /// @param total exact up to [#TOTAL_MAX]
  record Listed(List<SubAccountView> found, long total) {}

  /// @param client whose connections look into the schema of one environment
  public SubAccountStore(SqlClient client, AccountStore accounts) {
    this.client = client;
    this.accounts = accounts;
  }

  Future<Optional<SubAccountView>> find(String partnerId, String subAccountId) {
    return all(ONE, Tuple.of(partnerId, subAccountId), SubAccountStore::view)
        .map(found -> found.stream().findFirst());
  }

  /// The newest first.
  Future<Listed> page(String partnerId, Account.@Nullable Status status, Page page) {
    var after = page.after() == null ? AFTER_ALL : page.after();
    var some = Tuple.of(partnerId, after, page.limit() + 1);
    var all = Tuple.of(partnerId, TOTAL_MAX + 1);
    var found =
        status == null
            ? all(PAGE, some, SubAccountStore::view)
            : all(PAGE_OF_STATUS, some.addValue(status.name()), SubAccountStore::view);
    var total =
        status == null
            ? all(TOTAL, all, row -> row.getLong(0))
            : all(TOTAL_OF_STATUS, all.addValue(status.name()), row -> row.getLong(0));
    return Future.all(found, total).map(_ -> new Listed(found.result(), total.result().getFirst()));
  }

  /// Whose sub-account it is; empty for one that is not there, and for a master account.
  Future<Optional<String>> partnerOf(String subAccountId) {
    if (subAccountId.equals(Account.MASTER)) return Future.succeededFuture(Optional.empty());
    return client
        .preparedQuery(PARTNER_OF)
        .execute(Tuple.of(subAccountId))
        .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
  }

  /// The id of the sub-account that the partner knows under this reference.
  public Future<Optional<String>> idOf(String partnerId, String externalId) {
    return all(
            BY_EXTERNAL_ID,
            Tuple.of(partnerId, externalId),
            row -> Objects.requireNonNull(row.getString(0)))
        .map(found -> found.stream().findFirst());
  }

  Future<Boolean> exists(String partnerId, String accountId) {
    return client
        .preparedQuery(EXISTS)
        .execute(Tuple.of(partnerId, accountId))
        .map(rows -> rows.size() > 0);
  }

  /// Empty if there is no such account; [Account#MASTER] is one.
  Future<Optional<BuyingPower>> buyingPower(String partnerId, String accountId) {
    var account = accounts.find(partnerId, accountId);
    var tranches = all(TRANCHES, Tuple.of(partnerId, accountId), SubAccountStore::tranche);
    return Future.all(account, tranches)
        .map(_ -> account.result().map(found -> power(found.balances(), tranches.result())));
  }

  private <T> Future<List<T>> all(String sql, Tuple tuple, Function<Row, T> read) {
    return client
        .preparedQuery(sql)
        .execute(tuple)
        .map(
            (RowSet<Row> rows) ->
                StreamSupport.stream(rows.spliterator(), false).map(read).toList());
  }

  private static SubAccountView view(Row row) {
    var fields = new Fields(row);
    return SubAccountView.of(SubAccount.read(fields), Account.TABLE.read(fields));
  }

  private static BuyingPower power(Account.Balances balances, List<Tranche> tranches) {
    return new BuyingPower(balances.cash(), balances.withdrawable(), tranches);
  }

  private static Tranche tranche(Row row) {
    var fields = new Fields(row);
    Usd proceeds = fields.usd("proceeds");
    return new Tranche(
        fields.text("order_id"),
        proceeds,
        Objects.requireNonNull(fields.maybeDate("settlement_date")));
  }
}
