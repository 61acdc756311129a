package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import africa.soko.trading.order.Order.Settlement.State;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What happened to an order, one row for each event in its life (SPEC "Execution report").
///
/// @param sequence from 1, without gaps, within the order
/// @param lastQuantity units of the fill that was made or settles here; null for anything else
/// @param lastPrice local price of that fill
/// @param tranche what a fill brought; null for anything else
/// @param outcome of a settlement; null for anything else
public record ExecutionReport(
    @JsonIgnore String partnerId,
    String reportId,
    String orderId,
    @JsonIgnore String accountId,
    @JsonIgnore Side side,
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
    Instant createdAt,
    @JsonIgnore @Nullable Tranche tranche,
    @JsonIgnore @Nullable Outcome outcome) {

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

  /// How a fill settled.
  public record Outcome(LocalDate date, State state) {}

  public static final Table<ExecutionReport> TABLE =
      Table.<ExecutionReport>named("execution_report")
          .key("partner_id", ExecutionReport::partnerId)
          .key("order_id", ExecutionReport::orderId)
          .key("report_id", ExecutionReport::reportId)
          .text("account_id", ExecutionReport::accountId)
          .constant("side", ExecutionReport::side)
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
          .usd("gross", r -> of(r.tranche, Tranche::gross))
          .usd("base_fee", r -> of(r.tranche, Tranche::baseFee))
          .usd("markup_fee", r -> of(r.tranche, Tranche::markupFee))
          .date("settlement_date", ExecutionReport::settlementDate)
          .instant("settlement_due_at", r -> of(r.tranche, t -> t.day().begins()))
          .fixed()
          .constant("settlement_status", ExecutionReport::state)
          .instant("settlement_failed_at", r -> of(r.tranche, Tranche::failedAt))
          .readBy(ExecutionReport::read);

  /// Of one order, those of its fills that have not settled.
  static final Group<ExecutionReport> UNSETTLED =
      new Group<>(
          TABLE,
          List.of("partner_id", "order_id"),
          "settlement_status = 'UNSETTLED'",
          report -> Key.of(report.partnerId, report.orderId));

  /// When a fill settles, or has settled.
  @JsonProperty
  public @Nullable LocalDate settlementDate() {
    if (tranche != null) return tranche.day().date();
    return of(outcome, Outcome::date);
  }

  /// How it has settled, in the report of that.
  @JsonProperty
  public @Nullable State settlementStatus() {
    return of(outcome, Outcome::state);
  }

  /// Writes an order that has changed, and the report of it.
  public static void write(Book book, Type type, Order order) {
    write(book, type, order, null, null, null, null);
  }

  /// Writes an order that was filled, and the report of it.
  static void writeFill(
      Book book, Order order, BigDecimal units, BigDecimal price, Tranche tranche) {
    var whole = order.progress().status() == Order.Status.FILLED;
    write(book, whole ? Type.FILL : Type.PARTIAL_FILL, order, units, price, tranche, null);
  }

  /// Writes the report of how a fill has settled.
  public static void writeSettlement(Book book, Order order, Fill fill) {
    var tranche = fill.tranche();
    write(
        book,
        Type.SETTLEMENT,
        order,
        fill.quantity(),
        fill.report().lastPrice(),
        null,
        new Outcome(tranche.day().date(), tranche.state()));
  }

  ExecutionReport with(Tranche newTranche) {
    return new ExecutionReport(
        partnerId,
        reportId,
        orderId,
        accountId,
        side,
        sequence,
        reportType,
        status,
        lastQuantity,
        lastPrice,
        cumulativeQuantity,
        leavesQuantity,
        averagePrice,
        feeAmount,
        fxRate,
        rejectionCode,
        rejectionReason,
        createdAt,
        newTranche,
        outcome);
  }

  private static void write(
      Book book,
      Type type,
      Order order,
      @Nullable BigDecimal lastQuantity,
      @Nullable BigDecimal lastPrice,
      @Nullable Tranche tranche,
      @Nullable Outcome outcome) {
    var terms = order.terms();
    var rejection = order.rejection();
    OrderTable.put(book, order);
    book.put(
        TABLE,
        new ExecutionReport(
            terms.partnerId(),
            book.newId("rep_"),
            terms.orderId(),
            terms.accountId(),
            terms.side(),
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
            book.now(),
            tranche,
            outcome));
  }

  private @Nullable State state() {
    return tranche == null ? settlementStatus() : tranche.state();
  }

  private static <P, T> @Nullable T of(@Nullable P part, Function<P, @Nullable T> get) {
    return part == null ? null : get.apply(part);
  }

  private static ExecutionReport read(Fields f) {
    var tranche = Tranche.read(f);
    return new ExecutionReport(
        f.text("partner_id"),
        f.text("report_id"),
        f.text("order_id"),
        f.text("account_id"),
        f.constant("side", Side.class),
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
        f.instant("created_at"),
        tranche,
        tranche == null ? outcome(f) : null);
  }

  private static @Nullable Outcome outcome(Fields f) {
    var date = f.maybeDate("settlement_date");
    return date == null ? null : new Outcome(date, f.constant("settlement_status", State.class));
  }
}
