package africa.soko.alert;

import africa.soko.alert.PriceAlert.Condition;
import africa.soko.alert.PriceAlert.State;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The operations of price alerts (SPEC "Price alerts").
final class AlertRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int CLIENT_ALERT_ID_CHARS_MAX = 128;
  private static final BigDecimal THRESHOLD_MAX = new BigDecimal("1000000000");
  private static final int THRESHOLD_DECIMALS = 6;
  private static final Map<String, Condition> CONDITIONS =
      Map.of(Condition.ABOVE.word(), Condition.ABOVE, Condition.BELOW.word(), Condition.BELOW);
  private static final Map<String, State> STATES =
      Query.named(EnumSet.of(State.ARMED, State.TRIGGERED, State.DISARMED));

  private final AlertStore store;
  private final Ledger ledger;
  private final Market market;
  private final MarketParameters parameters;

  /// A new alert.
  record AlertRequest(
      String symbol,
      String exchange,
      String condition,
      BigDecimal threshold,
      @Nullable Boolean repeat,
      @Nullable String clientAlertId) {

    CreateAlert command(String partnerId, Market market, MarketParameters parameters) {
      var met = Input.oneOf("condition", condition, CONDITIONS);
      var at = Input.amount("threshold", threshold, THRESHOLD_MAX, THRESHOLD_DECIMALS);
      Input.maybeText("clientAlertId", clientAlertId, 1, CLIENT_ALERT_ID_CHARS_MAX);
      var view = market.of(partnerId);
      var instrument = view.catalogue().named(symbol, parameters.exchange(exchange));
      return new CreateAlert(
          partnerId,
          instrument.symbol(),
          instrument.exchange().code(),
          instrument.currency(),
          met,
          at,
          Boolean.TRUE.equals(repeat),
          clientAlertId,
          view.set());
    }
  }

  /// An alert as its partner sees it.
  record View(
      String alertId,
      @Nullable String clientAlertId,
      String symbol,
      String exchange,
      String condition,
      BigDecimal threshold,
      String currency,
      boolean repeat,
      State state,
      @Nullable Instant triggeredAt,
      Instant createdAt) {
    static View of(PriceAlert alert) {
      return new View(
          alert.alertId(),
          alert.clientAlertId(),
          alert.symbol(),
          alert.exchange(),
          alert.condition().word(),
          alert.threshold(),
          alert.currency(),
          alert.repeat(),
          alert.state(),
          alert.triggeredAt(),
          alert.createdAt());
    }
  }

  record AlertPage(List<View> alerts, int count, boolean hasMore, @Nullable String nextCursor) {}

  AlertRoutes(AlertStore store, Ledger ledger, Market market) {
    this.store = store;
    this.ledger = ledger;
    this.market = market;
    parameters = new MarketParameters(market.exchanges());
  }

  void bind(Contract contract) {
    contract.read("listPriceAlerts", this::list);
    contract.change("createPriceAlert", this::create);
    contract.read("getPriceAlert", this::get);
    contract.change("deletePriceAlert", this::delete);
  }

  private Future<Answer> create(Call call) {
    var command = call.body(AlertRequest.class).command(partner(call), market, parameters);
    return ledger.send(command, call.origin());
  }

  private Future<Answer> delete(Call call) {
    return ledger.send(new DeleteAlert(partner(call), call.path("alertId")), call.origin());
  }

  private Future<Answer> get(Call call) {
    return store
        .find(partner(call), call.path("alertId"))
        .map(
            found ->
                found
                    .map(alert -> Answer.ok(View.of(alert)))
                    .orElseThrow(
                        () ->
                            Refused.of(ErrorCode.NOT_FOUND, "No such price alert").asException()));
  }

  private Future<Answer> list(Call call) {
    var state = call.query().one("state", STATES);
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return store
        .page(partner(call), state, page)
        .map(
            found -> {
              var slice = page.slice(found, PriceAlert::alertId);
              return Answer.ok(
                  new AlertPage(
                      slice.items().stream().map(View::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private static String partner(Call call) {
    return call.caller().partnerId();
  }
}
