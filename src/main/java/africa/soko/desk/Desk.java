package africa.soko.desk;

import africa.soko.edge.Answer;
import africa.soko.ledger.Due;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Has done what is due, kind by kind and page by page. It remembers nothing: what is not done
/// stays due.
public final class Desk {
  private static final int PAGE_MAX = 500;
  private static final int PAGES_MAX = 20;

  private final DueStore store;
  private final Ledger ledger;
  private final List<Due<?>> kinds;

  /// @param kinds in the order in which they are done
  public Desk(DueStore store, Ledger ledger, List<Due<?>> kinds) {
    this.store = store;
    this.ledger = ledger;
    this.kinds = List.copyOf(kinds);
  }

  /// Does what is due by the real time.
  public Future<?> all(Instant now) {
    Future<?> done = Future.succeededFuture();
    for (var kind : kinds) done = done.compose(_ -> all(kind, now));
    return done;
  }

  /// Does what is due of one partner by its own time.
  public Future<?> of(String partnerId, Instant now) {
    Future<?> done = Future.succeededFuture();
    for (var kind : kinds) done = done.compose(_ -> of(kind, partnerId, now));
    return done;
  }

  /// When something of a partner is due next, after a moment.
  public Future<Optional<Instant>> next(String partnerId, Instant after) {
    var times = new ArrayList<Future<Optional<Instant>>>();
    for (var kind : kinds) times.add(store.next(kind, partnerId, after));
    return Future.join(times)
        .map(
            all ->
                all.<Optional<Instant>>list().stream()
                    .flatMap(Optional::stream)
                    .min(Instant::compareTo));
  }

  private <T> Future<?> all(Due<T> kind, Instant now) {
    return pages(kind, () -> store.all(kind, now, PAGE_MAX), now, PAGES_MAX);
  }

  private <T> Future<?> of(Due<T> kind, String partnerId, Instant now) {
    return pages(kind, () -> store.ofPartner(kind, partnerId, now, PAGE_MAX), now, PAGES_MAX);
  }

  private <T> Future<?> pages(Due<T> kind, Supplier<Future<List<T>>> due, Instant now, int left) {
    return due.get()
        .compose(
            page ->
                send(kind, page, now)
                    .compose(
                        done ->
                            done && page.size() == PAGE_MAX && left > 1
                                ? pages(kind, due, now, left - 1)
                                : Future.succeededFuture()));
  }

  /// Whether all of a page was done.
  private <T> Future<Boolean> send(Due<T> kind, List<T> page, Instant now) {
    var sent = new ArrayList<Future<Answer>>();
    for (var one : page) sent.add(ledger.send(kind.act().command(one, now)));
    return Future.join(sent)
        .transform(
            _ ->
                Future.succeededFuture(
                    sent.stream().allMatch(f -> f.succeeded() && f.result().status() < 500)));
  }
}
