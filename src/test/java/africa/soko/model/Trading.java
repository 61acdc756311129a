package africa.soko.model;

import static africa.soko.model.Mismatch.expect;
import static africa.soko.model.Model.ok;
import static africa.soko.model.Model.refused;
import static africa.soko.model.Model.same;
import static africa.soko.model.Reply.cents;
import static africa.soko.model.Reply.number;

import africa.soko.model.Order.Status;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// What becomes of an order once it was accepted (SPEC "Order", "Sandbox order"; DECISIONS 5 and
/// 6).
final class Trading {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /// Sets cash or units aside.
  void accept(Account account, Order order) {
    account.cash -= order.held;
    var holding = account.holding(order.symbol);
    holding.reserved = holding.reserved.add(order.reserved);
    account.orders.put(order.id, order);
    account.event("order.pending", order.id);
  }

  /// The desk filled an order, or declined it.
  void desk(Account account, String orderId, JsonNode view) {
    var order = account.orders.get(orderId);
    expect(order != null && order.isOpen(), "an order that is not open");
    end(account, order, "FILL", view);
  }

  void test(Account account, Op.TestTrade trade, JsonNode view) {
    var outcome = trade.outcome() == null ? ofQuantity(trade.quantity()) : trade.outcome();
    var order =
        new Order(
            view.get("orderId").asText(),
            trade.symbol(),
            trade.buy(),
            true,
            trade.quantity(),
            trade.buy() ? held(trade, view) : 0);
    accept(account, order);
    end(account, order, outcome, view);
  }

  void advance(Account account, Op.Advance advance, Reply reply) {
    var order = account.orders.get(advance.orderId());
    var outcome = advance.outcome();
    if (order == null) {
      refused(reply, 404, "NOT_FOUND");
    } else if (outcome == null && order.unsettled) {
      settle(account, order, ok(reply, 200));
    } else if (outcome != null && order.isOpen()) {
      if (fails(outcome) && hold(account) == null && !canFail(account, order)) {
        refused(reply, 409, "CONFLICT");
      } else {
        end(account, order, outcome, ok(reply, 200));
      }
    } else if (outcome != null && fails(outcome) && order.unsettled && canFail(account, order)) {
      same("settlementStatus", "FAILED", ok(reply, 200).path("settlementStatus").asText());
      fail(account, order);
    } else {
      refused(reply, 409, "CONFLICT");
    }
  }

  void cancel(Account account, Order order, JsonNode view) {
    same("status", "CANCELLED", view.get("status").asText());
    if (order.buy) same("refunded", order.held, cents(view.get("refunded")));
    account.event("order.cancelled", order.id, order.buy ? order.held : "");
    release(account, order, Status.CANCELLED);
  }

  /// Takes an open order to where the view says it is, if that is where it must be.
  private void end(Account account, Order order, String outcome, JsonNode view) {
    var status = view.get("status").asText();
    var hold = fills(outcome) ? hold(account) : null;
    if (hold != null || outcome.equals("REJECT") || isTooDear(account, order, view)) {
      same("status", "REJECTED", status);
      var code = view.get("rejectionCode").asText();
      if (hold != null) same("rejectionCode", hold, code);
      account.event("order.rejected", order.id, code);
      account.event("trade.rejected", order.id, code);
      release(account, order, Status.REJECTED);
    } else if (outcome.equals("CANCEL")) {
      cancel(account, order, view);
    } else if (outcome.equals("PENDING")) {
      same("status", "PENDING", status);
    } else {
      var half = outcome.equals("PARTIAL_FILL") ? half(order) : order.quantity;
      var isWhole = half.add(order.filled).compareTo(order.quantity) >= 0;
      same("status", isWhole ? "FILLED" : "PARTIALLY_FILLED", status);
      fill(account, order, isWhole, view);
      if (fails(outcome)) {
        same("settlementStatus", "FAILED", view.path("settlementStatus").asText());
        fail(account, order);
      }
    }
  }

  private void fill(Account account, Order order, boolean isLast, JsonNode view) {
    var filled = number(view.get("filledQuantity"));
    var price = number(view.get("settlementUsdPrice"));
    long fee = cents(view.get("feeAmount"));
    long gross = Charges.gross(filled, price, order.buy);
    if (isLast) {
      // Two parts at two prices have no price of six decimals together.
      long told = cents(view.get("totalCost")) + (order.buy ? -fee : fee);
      expect(Math.abs(told - gross) <= 1, "gross is %d in the model", gross);
      gross = told;
    }
    same("feeAmount", Charges.fee(gross, account.isMaster), fee);
    long markup = cents(view.get("markupFee"));
    expect(
        Math.abs(fee - Charges.base(gross) - markup) <= (order.filled.signum() > 0 ? 1 : 0),
        "markup of %d",
        fee - Charges.base(gross));
    var units = filled.subtract(order.filled);
    if (order.buy) buy(account, order, units, gross + fee, isLast);
    else sell(account, order, units, gross - fee, isLast);
    account.toMaster += markup - order.markup;
    order.filled = filled;
    order.gross = gross;
    order.fee = fee;
    order.markup = markup;
    order.unsettled = isLast;
    order.status = isLast ? Status.FILLED : Status.PARTIALLY_FILLED;
    if (!isLast) return;
    account.event("order.filled", order.id, filled.stripTrailingZeros().toPlainString(), fee);
    account.event("trade.settled", order.id, filled.stripTrailingZeros().toPlainString(), fee);
  }

  /// @param cost of all that is filled by now
  private void buy(Account account, Order order, BigDecimal units, long cost, boolean isLast) {
    long part = cost - order.gross - order.fee;
    long missing = Math.max(0, part - order.held);
    expect(account.isMaster || account.cash >= missing, "filled beyond the wallet");
    order.held += missing - part;
    account.cash -= missing;
    if (isLast) {
      account.cash += order.held;
      order.held = 0;
    }
    account.holding(order.symbol).buy(order.id, units);
  }

  /// @param net what all that is filled by now has brought
  private void sell(Account account, Order order, BigDecimal units, long net, boolean isLast) {
    long part = net - order.net();
    account.cash += part;
    account.unsettled += part;
    var holding = account.holding(order.symbol);
    var released = isLast ? order.reserved : units.min(order.reserved);
    holding.reserved = holding.reserved.subtract(released);
    order.reserved = order.reserved.subtract(released);
    order.sold.addAll(holding.remove(units));
  }

  private void release(Account account, Order order, Status status) {
    account.cash += order.held;
    var holding = account.holding(order.symbol);
    holding.reserved = holding.reserved.subtract(order.reserved);
    order.held = 0;
    order.reserved = BigDecimal.ZERO;
    order.unsettled = false;
    order.status = status;
  }

  private void settle(Account account, Order order, JsonNode view) {
    same("settlementStatus", "SETTLED", view.path("settlementStatus").asText());
    if (!order.buy) account.unsettled -= order.net();
    order.unsettled = false;
  }

  /// Cash and units go back to where they were, the fees too; what a SELL brought and is spent is
  /// made up for by the master wallet.
  private void fail(Account account, Order order) {
    var holding = account.holding(order.symbol);
    if (order.buy) {
      account.cash += order.gross + order.fee;
      holding.removeOrder(order.id);
    } else {
      long missing = Math.max(0, order.net() - account.cash);
      account.toMaster -= missing;
      account.cash += missing - order.net();
      account.unsettled -= order.net();
      for (var lot : new ArrayList<>(order.sold)) {
        holding.add(new Holding.Lot(order.id, lot.acquired(), lot.units()));
      }
    }
    account.toMaster -= order.markup;
    order.unsettled = false;
  }

  /// The units of a BUY must all be there still, and free.
  private static boolean canFail(Account account, Order order) {
    if (!order.buy) return true;
    var holding = account.holding(order.symbol);
    return holding.ofOrder(order.id).compareTo(order.filled) == 0
        && holding.available().compareTo(order.filled) >= 0;
  }

  /// Why nothing is filled now, or null.
  private static @Nullable String hold(Account account) {
    if (account.frozen) return "COMPLIANCE_HOLD";
    return account.isVerified() ? null : "KYC_REQUIRED";
  }

  /// A price that has risen beyond the wallet: only where there is next to nothing in it.
  private static boolean isTooDear(Account account, Order order, JsonNode view) {
    return order.buy
        && !account.isMaster
        && view.path("rejectionCode").asText().equals("INSUFFICIENT_FUNDS")
        && account.cash < order.held / 5;
  }

  /// What a test trade had in escrow, as far as its answer tells: nothing is left of it unless it
  /// fills.
  private static long held(Op.TestTrade trade, JsonNode view) {
    return switch (view.get("status").asText()) {
      case "PENDING" -> cents(view.get("totalCost"));
      case "CANCELLED" -> cents(view.get("refunded"));
      case "REJECTED" -> 0;
      default -> {
        var price = number(view.get("settlementUsdPrice"));
        yield Charges.total(Charges.gross(trade.quantity(), price, true), false, true);
      }
    };
  }

  private static String ofQuantity(BigDecimal quantity) {
    if (quantity.compareTo(BigDecimal.valueOf(100)) == 0) return "FILL";
    return quantity.compareTo(BigDecimal.valueOf(999)) == 0 ? "REJECT" : "PENDING";
  }

  private static BigDecimal half(Order order) {
    var rest = order.quantity.subtract(order.filled);
    return rest.divide(TWO, 0, RoundingMode.FLOOR).max(BigDecimal.ONE);
  }

  private static boolean fills(String outcome) {
    return outcome.equals("FILL") || outcome.equals("PARTIAL_FILL") || fails(outcome);
  }

  private static boolean fails(String outcome) {
    return outcome.equals("FAIL_SETTLEMENT");
  }
}
