package africa.soko.trading.order;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Account;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Venue;
import africa.soko.trading.order.OrderStore.Filter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.core.Future;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads of orders and their reports, for sub-accounts and for the partner's own account.
public final class OrderRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final Map<String, Order.Status> STATUSES = statuses();

  private final OrderStore orders;
  private final AccountNames accounts;
  private final Venue venue;

  /// A page of orders; the total is counted for the partner's own account.
  record OrderPage(
      List<OrderView> orders,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long total,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean totalIsCapped,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  record Reports(List<ExecutionReport> executionReports) {}

  public OrderRoutes(OrderStore orders, AccountNames accounts, Venue venue) {
    this.orders = orders;
    this.accounts = accounts;
    this.venue = venue;
  }

  public void bind(Contract contract) {
    contract.read("listSubAccountOrders", call -> subAccount(call).compose(id -> list(call, id)));
    contract.read("listMasterOrders", call -> list(call, Account.MASTER));
    contract.read("getSubAccountOrder", call -> subAccount(call).compose(id -> one(call, id)));
    contract.read("getMasterOrder", call -> one(call, Account.MASTER));
    contract.read(
        "listSubAccountExecutionReports",
        call -> subAccount(call).compose(id -> reports(call, id)));
    contract.read("listMasterExecutionReports", call -> reports(call, Account.MASTER));
  }

  static RefusedException notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such order").asException();
  }

  private Future<String> subAccount(Call call) {
    return accounts.existing(call.caller(), call.path("userId"));
  }

  private Future<Answer> list(Call call, String accountId) {
    var partnerId = call.caller().partnerId();
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var filter = filter(call.query(), venue.of(partnerId).catalogue());
    var isMaster = Account.MASTER.equals(accountId);
    Future<@Nullable Long> total =
        isMaster
            ? orders.count(partnerId, accountId, filter).map(n -> n)
            : Future.succeededFuture();
    return Future.all(orders.page(partnerId, accountId, filter, page), total)
        .map(
            both -> {
              List<Order> found = both.resultAt(0);
              var slice = page.slice(found, order -> order.terms().orderId());
              var count = total.result();
              return Answer.ok(
                  new OrderPage(
                      slice.items().stream().map(OrderView::of).toList(),
                      count == null ? null : Math.min(count, OrderStore.TOTAL_MAX),
                      count == null ? null : count > OrderStore.TOTAL_MAX,
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private static Filter filter(Query query, InstrumentCatalogue catalogue) {
    var symbol = query.text("symbol");
    return new Filter(
        status(query),
        symbol == null ? null : catalogue.named(symbol).symbol(),
        query.from("from"),
        query.before("to"));
  }

  /// The state that a list is asked for, or null for all.
  public static Order.@Nullable Status status(Query query) {
    return query.one("status", STATUSES);
  }

  /// COMPLETED is what the settlement text calls FILLED.
  private static Map<String, Order.Status> statuses() {
    var byName = Query.named(EnumSet.allOf(Order.Status.class));
    byName.put("COMPLETED", Order.Status.FILLED);
    return byName;
  }

  private Future<Answer> one(Call call, String accountId) {
    return find(call, accountId).map(order -> Answer.ok(OrderView.of(order)));
  }

  private Future<Answer> reports(Call call, String accountId) {
    return find(call, accountId)
        .compose(o -> orders.reports(o.terms().partnerId(), o.terms().orderId()))
        .map(found -> Answer.ok(new Reports(found)));
  }

  private Future<Order> find(Call call, String accountId) {
    return orders
        .find(call.caller().partnerId(), accountId, call.path("orderId"))
        .map(found -> found.orElseThrow(OrderRoutes::notFound));
  }
}
