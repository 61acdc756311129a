package africa.soko.market.feed;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.SharedMarket;
import africa.soko.market.feed.HeldPrice.Status;
import africa.soko.market.price.DataQuality;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Prices that wait for an operator. What is accepted is seen on this node before the answer, and
/// on every other one within two seconds; a repeat answers the same.
public final class HeldPriceOperators {
  private static final Logger LOG = LoggerFactory.getLogger(HeldPriceOperators.class);
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private record Held(
      String id,
      String symbol,
      @Nullable String exchange,
      @Nullable String currency,
      BigDecimal price,
      BigDecimal previousClose,
      long volume,
      Instant asOf,
      DataQuality dataQuality,
      BigDecimal reference,
      BigDecimal limitPercent,
      Status status,
      Instant heldAt,
      @Nullable Instant decidedAt) {}

  private record HeldPrices(
      List<Held> heldPrices, int count, boolean hasMore, @Nullable String nextCursor) {}

  private final SharedMarket market;
  private final FeedStore feed;
  private final HeldPriceStore held;
  private final Supplier<Future<Void>> look;

  /// @param look lets this node see what was published
  public HeldPriceOperators(
      SharedMarket market, FeedStore feed, HeldPriceStore held, Supplier<Future<Void>> look) {
    this.market = market;
    this.feed = feed;
    this.held = held;
    this.look = look;
  }

  public void bind(Contract contract) {
    contract.read("listHeldPrices", this::list);
    contract.change("acceptHeldPrice", call -> decide(call, Status.ACCEPTED));
    contract.change("rejectHeldPrice", call -> decide(call, Status.REJECTED));
  }

  private Future<Answer> list(Call call) {
    var asked = call.query().one("status", Status.class);
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return held.page(asked == null ? Status.HELD : asked, page)
        .map(
            found -> {
              var slice = page.slice(found, HeldPrice::id);
              return Answer.ok(
                  new HeldPrices(
                      slice.items().stream().map(this::shown).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> decide(Call call, Status wanted) {
    var id = call.path("heldPriceId");
    return feed.decide(
            id,
            wanted,
            (known, price) ->
                new Judging(market.view().catalogue(), market.calendars(), known).accept(price),
            call.now())
        .map(found -> found.orElseThrow(() -> noSuch(id)))
        .map(
            decided -> {
              if (decided.status() != wanted) throw otherwise(decided);
              LOG.info(
                  "By an operator, the price {} of {} ({}) is {}",
                  decided.price().price().toPlainString(),
                  decided.price().symbol(),
                  id,
                  wanted);
              return decided;
            })
        .compose(decided -> look.get().map(_ -> Answer.ok(shown(decided))));
  }

  private Held shown(HeldPrice each) {
    var price = each.price();
    var instrument = market.view().catalogue().find(price.symbol());
    return new Held(
        each.id(),
        price.symbol(),
        instrument.map(one -> one.exchange().code()).orElse(null),
        instrument.map(one -> one.currency()).orElse(null),
        price.price(),
        price.previousClose(),
        price.volume(),
        price.asOf(),
        price.dataQuality(),
        each.reference(),
        each.limitPercent(),
        each.status(),
        each.heldAt(),
        each.decidedAt());
  }

  private static RefusedException otherwise(HeldPrice decided) {
    return Refused.of(ErrorCode.CONFLICT, "The price is %s already", decided.status())
        .with("status", decided.status().name())
        .asException();
  }

  private static RefusedException noSuch(String id) {
    return Refused.of(ErrorCode.NOT_FOUND, "There is no held price %s", id).asException();
  }
}
