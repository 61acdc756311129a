package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What happened to an order, one row for each event in its life (SPEC "Execution report").
///
/// @param sequence from 1, without gaps, within the order
/// @param lastQuantity units of this event; null unless it is a fill
/// @param lastPrice local price of this event; null unless it is a fill
public record ExecutionReport(
    @JsonIgnore String partnerId,
    String reportId,
    String orderId,
    int sequence,
    Type reportType,
    Order.Status status,
    @Nullable BigDecimal lastQuantity,
    @Nullable BigDecimal lastPrice,
    BigDecimal cumulativeQuantity,
    BigDecimal leavesQuantity,
    @Nullable BigDecimal averagePrice,
    Usd feeAmount,
    @Nullable BigDecimal fxRate,
    @Nullable RejectionCode rejectionCode,
    @Nullable String rejectionReason,
    Instant createdAt) {

  /// What kind of event.
  public enum Type {
    RECEIPT,
    FILL,
    PARTIAL_FILL,
    REJECTION,
    CANCELLATION,
    REPLACE,
    SETTLEMENT
  }

  public static final Table<ExecutionReport> TABLE =
      Table.<ExecutionReport>named("execution_report")
          .key("partner_id", ExecutionReport::partnerId)
          .key("order_id", ExecutionReport::orderId)
          .key("report_id", ExecutionReport::reportId)
          .integer("sequence", ExecutionReport::sequence)
          .constant("report_type", ExecutionReport::reportType)
          .constant("status", ExecutionReport::status)
          .decimal("last_quantity", ExecutionReport::lastQuantity)
          .decimal("last_price", ExecutionReport::lastPrice)
          .decimal("cumulative_quantity", ExecutionReport::cumulativeQuantity)
          .decimal("leaves_quantity", ExecutionReport::leavesQuantity)
          .decimal("average_price", ExecutionReport::averagePrice)
          .usd("fee_amount", ExecutionReport::feeAmount)
          .decimal("fx_rate", ExecutionReport::fxRate)
          .constant("rejection_code", ExecutionReport::rejectionCode)
          .text("rejection_reason", ExecutionReport::rejectionReason)
          .instant("created_at", ExecutionReport::createdAt)
          .readBy(
              f ->
                  new ExecutionReport(
                      f.text("partner_id"),
                      f.text("report_id"),
                      f.text("order_id"),
                      f.integer("sequence"),
                      f.constant("report_type", Type.class),
                      f.constant("status", Order.Status.class),
                      f.maybeDecimal("last_quantity"),
                      f.maybeDecimal("last_price"),
                      f.decimal("cumulative_quantity"),
                      f.decimal("leaves_quantity"),
                      f.maybeDecimal("average_price"),
                      f.usd("fee_amount"),
                      f.maybeDecimal("fx_rate"),
                      f.maybeConstant("rejection_code", RejectionCode.class),
                      f.maybeText("rejection_reason"),
                      f.instant("created_at")));

  /// Writes an order that has changed, and the report of it.
  public static void write(Book book, Type type, Order order) {
    write(book, type, order, null, null);
  }

  /// Writes an order that was filled, and the report of it.
  static void writeFill(Book book, Order order, BigDecimal units, BigDecimal price) {
    var whole = order.progress().status() == Order.Status.FILLED;
    write(book, whole ? Type.FILL : Type.PARTIAL_FILL, order, units, price);
  }

  private static void write(
      Book book,
      Type type,
      Order order,
      @Nullable BigDecimal lastQuantity,
      @Nullable BigDecimal lastPrice) {
    var rejection = order.rejection();
    OrderTable.put(book, order);
    book.put(
        TABLE,
        new ExecutionReport(
            order.terms().partnerId(),
            book.newId("rep_"),
            order.terms().orderId(),
            order.progress().reportCount(),
            type,
            order.progress().status(),
            lastQuantity,
            lastPrice,
            order.filled().quantity(),
            order.remainingQuantity(),
            order.filled().averagePrice(),
            order.cost().fee(),
            order.cost().fxRate(),
            rejection == null ? null : rejection.code(),
            rejection == null ? null : rejection.reason(),
            book.now()));
  }
}
