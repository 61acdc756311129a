package africa.soko.desk;

import africa.soko.edge.Answer;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.trading.Price;
import africa.soko.trading.Venue;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.quote.ExpireQuote;
import africa.soko.trading.settlement.SettleOrder;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks twice a second for what has become due and sends it to the ledger. One node at a time
/// does; were it two, what came first would win, and the rest would find nothing to do.
public final class DeskVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(DeskVerticle.class);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);
  private static final int PAGE_MAX = 500;
  private static final int PAGES_MAX = 20;

  private final DueStore due;
  private final Ledger ledger;
  private final Venue venue;
  private final InstantSource clock;
  private long timer;
  private boolean stopped;
  private Future<?> working = Future.succeededFuture();

  public DeskVerticle(DueStore due, Ledger ledger, Venue venue, InstantSource clock) {
    this.due = due;
    this.ledger = ledger;
    this.venue = venue;
    this.clock = clock;
  }

  @Override
  public Future<?> start() {
    rearm(PAUSE);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return working.transform(_ -> Future.succeededFuture());
  }

  /// Sends everything that is due now, page by page, unless another node does. Fails when the
  /// database is away.
  public Future<?> tick() {
    return due.alone(this::sendDue);
  }

  private Future<?> sendDue() {
    var now = clock.instant();
    return pages(() -> due.quotes(now, PAGE_MAX), q -> new ExpireQuote(q.partnerId(), q.quoteId()))
        .compose(_ -> pages(() -> due.orders(now, venue.open(now), PAGE_MAX), o -> execute(o, now)))
        .compose(_ -> pages(() -> due.settlements(now, PAGE_MAX), SettleOrder::new))
        .compose(_ -> due.forgetQuotes(now, PAGE_MAX));
  }

  private void rearm(Duration pause) {
    if (!stopped) timer = vertx.setTimer(pause.toMillis(), _ -> work());
  }

  private void work() {
    working = tick();
    working
        .onSuccess(_ -> rearm(PAUSE))
        .onFailure(
            e -> {
              if (!stopped) LOG.warn("The desk will try again: {}", e.toString());
              rearm(PAUSE_AFTER_FAULT);
            });
  }

  private Command execute(OrderRef order, Instant now) {
    var market = venue.of(order.partnerId());
    var instrument = market.catalogue().find(order.symbol());
    return new ExecuteOrder(
        order,
        instrument.filter(market::takesOrders).isPresent(),
        instrument.flatMap(traded -> Price.latest(market, traded, now)).orElse(null),
        instrument.map(venue::session).orElse(null));
  }

  private <T> Future<?> pages(Supplier<Future<List<T>>> query, Function<T, Command> command) {
    return pages(query, command, PAGES_MAX);
  }

  private <T> Future<?> pages(
      Supplier<Future<List<T>>> query, Function<T, Command> command, int left) {
    return query
        .get()
        .compose(
            page ->
                send(page, command)
                    .compose(
                        done ->
                            done && page.size() == PAGE_MAX && left > 1
                                ? pages(query, command, left - 1)
                                : Future.succeededFuture()));
  }

  /// Whether all of a page was done; what was not stays due.
  private <T> Future<Boolean> send(List<T> page, Function<T, Command> toCommand) {
    var sent = new ArrayList<Future<Answer>>();
    for (var one : page) sent.add(ledger.send(toCommand.apply(one)));
    return Future.join(sent)
        .transform(
            _ ->
                Future.succeededFuture(
                    sent.stream().allMatch(f -> f.succeeded() && f.result().status() < 500)));
  }
}
