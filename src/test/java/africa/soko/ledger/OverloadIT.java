package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import africa.soko.edge.Origin;
import africa.soko.edge.Principal;
import africa.soko.edge.RequestName;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// More than the ledger can take: it does what it can, soon, and says no to the rest at once.
class OverloadIT {
  private static final int ACCOUNTS = 64;
  private static final int IN_FLIGHT = 512;
  private static final Duration MEASURED = Duration.ofSeconds(2);
  private static final Duration OVERLOADED = Duration.ofSeconds(3);
  private static final Duration TICK = Duration.ofMillis(5);
  private static final int TIMES = 2;
  private static final Origin CALLER =
      new Origin(new Principal.Nobody(), null, new RequestName("req_1", ""));

  private final BooksOnDisk books = new BooksOnDisk();
  private final AtomicInteger next = new AtomicInteger();

  @AfterEach
  void stop() {
    books.prove();
    books.close();
  }

  @Test
  void at_twice_its_rate_it_answers_soon_and_refuses_at_once() throws Exception {
    books.run(new OpenMasterAccount(Floor.PARTNER, Usd.ZERO));
    for (int i = 0; i < ACCOUNTS; i++) books.run(grant("sub_" + i));
    books.writeSubAccounts();
    long perSecond = perSecond();
    var taken = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(1), 3);
    var refused = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(1), 3);
    var open = new LongAdder();
    var others = new ConcurrentLinkedQueue<Answer>();
    long begin = System.nanoTime();
    long sent = 0;
    for (long now = begin; now - begin < OVERLOADED.toNanos(); now = System.nanoTime()) {
      long wanted = TIMES * perSecond * (now - begin) / TimeUnit.SECONDS.toNanos(1);
      for (; sent < wanted; sent++) {
        open.increment();
        long since = System.nanoTime();
        send()
            .onComplete(
                answer -> {
                  long micros = (System.nanoTime() - since) / 1_000;
                  if (answer.failed()) others.add(Answer.NOTHING);
                  else if (answer.result().status() == 503) refused.recordValue(micros);
                  else if (answer.result().status() < 300) taken.recordValue(micros);
                  else others.add(answer.result());
                  open.decrement();
                });
      }
      LockSupport.parkNanos(TICK.toNanos());
    }
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (open.sum() > 0 && System.nanoTime() < end) LockSupport.parkNanos(TICK.toNanos());
    System.out.printf(
        "%d a second alone, %d asked for: %d taken, p99 %.0f ms; %d refused, p99 %.0f ms%n",
        perSecond,
        sent,
        taken.getTotalCount(),
        taken.getValueAtPercentile(99) / 1e3,
        refused.getTotalCount(),
        refused.getValueAtPercentile(99) / 1e3);
    assertThat(others).isEmpty();
    assertThat(taken.getTotalCount() + refused.getTotalCount()).isEqualTo(sent);
    assertThat(taken.getTotalCount()).isGreaterThan(sent / TIMES / 4);
    assertThat(taken.getValueAtPercentile(99)).isLessThan(TimeUnit.SECONDS.toMicros(1));
    assertThat(refused.getValueAtPercentile(99))
        .isLessThan(taken.getValueAtPercentile(99) + TimeUnit.MILLISECONDS.toMicros(1));
  }

  /// What it does while there is always enough to do.
  private long perSecond() throws Exception {
    var done = new LongAdder();
    long end = System.nanoTime() + MEASURED.toNanos();
    var idle = new CountDownLatch(IN_FLIGHT);
    for (int i = 0; i < IN_FLIGHT; i++) again(done, end, idle);
    assertThat(idle.await(30, TimeUnit.SECONDS)).isTrue();
    return Math.max(100, done.sum() / MEASURED.toSeconds());
  }

  private void again(LongAdder done, long end, CountDownLatch idle) {
    if (System.nanoTime() > end) {
      idle.countDown();
      return;
    }
    send()
        .onComplete(
            _ -> {
              done.increment();
              again(done, end, idle);
            });
  }

  private Future<Answer> send() {
    var account = "sub_" + Math.floorMod(next.getAndIncrement(), ACCOUNTS);
    return books.ledger().send(grant(account), CALLER);
  }

  private static Command grant(String accountId) {
    var key = Account.key(Floor.PARTNER, accountId);
    return new Floor.Step(
        Floor.PARTNER,
        needs -> needs.maybe(Account.TABLE, key),
        book -> {
          if (book.find(Account.TABLE, key) == null) {
            book.put(Account.TABLE, Account.opened(Floor.PARTNER, accountId, null, book.now()));
          }
          Posting.PLAIN.move(
              book,
              Transfer.Type.DEPOSIT,
              Pocket.OPERATOR,
              Pocket.wallet(accountId),
              Usd.of("0.01"));
          return Decision.nothing();
        });
  }
}
