package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.event.Event;
import africa.soko.event.EventType;
import africa.soko.platform.db.Table;
import africa.soko.platform.id.Ulid;
import africa.soko.platform.money.Usd;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BookTest {
  private static final Pocket ONE = Pocket.wallet("sub_1");
  private static final Pocket TWO = Pocket.wallet("sub_2");

  private final Book book = new Book();

  @BeforeEach
  void load() {
    var keys = List.of(Account.key("ptn_1", "sub_1"), Account.key("ptn_1", "sub_2"));
    var rows =
        keys.stream()
            .map(key -> Account.opened("ptn_1", key.parts().getLast(), null, Instant.EPOCH));
    book.load(Account.TABLE, keys, rows.toList());
    begin(1);
  }

  @Test
  void a_dropped_command_leaves_nothing_behind() {
    move(Pocket.OPERATOR, ONE, "5");
    book.emit(new EventType("first"), "kept");
    book.keep();
    begin(2);
    move(ONE, TWO, "3");
    book.emit(new EventType("second", "alias"), "dropped");
    book.drop();
    assertThat(cash(ONE)).isEqualTo(Usd.of("5"));
    assertThat(cash(TWO)).isEqualTo(Usd.ZERO);
    assertThat(book.events()).extracting(Event::name).containsExactly("first");
    begin(3);
    move(ONE, TWO, "5");
    book.keep();
    assertThat(cash(TWO)).isEqualTo(Usd.of("5"));
    assertThat(written(Transfer.TABLE)).hasSize(2);
    assertThat(written(Account.TABLE))
        .extracting(a -> a.balances().entries())
        .containsExactly(2L, 1L);
  }

  @Test
  void a_draft_is_seen_by_its_own_command_and_written_only_when_kept() {
    move(Pocket.OPERATOR, ONE, "5");
    book.emit(new EventType("first"), "draft");
    assertThat(cash(ONE)).isEqualTo(Usd.of("5"));
    assertThat(book.changes()).isEmpty();
    assertThat(book.events()).isEmpty();
  }

  @Test
  void a_row_that_comes_back_to_what_is_stored_is_not_written() {
    var account = account(ONE);
    book.put(
        Account.TABLE,
        account.with(account.standing().withStatus(Account.Status.FROZEN, "partner")));
    book.keep();
    begin(2);
    book.put(Account.TABLE, account);
    book.keep();
    assertThat(book.changes()).isEmpty();
  }

  @Test
  void a_row_that_nobody_asked_for_is_a_fault_and_one_that_is_absent_is_not() {
    var known = Account.key("ptn_1", "sub_3");
    book.load(Account.TABLE, List.of(known), List.of());
    assertThat(book.find(Account.TABLE, known)).isNull();
    assertThatThrownBy(() -> book.find(Account.TABLE, Account.key("ptn_2", "sub_1")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void no_balance_falls_below_zero() {
    move(Pocket.OPERATOR, ONE, "5");
    assertThatThrownBy(() -> move(ONE, TWO, "5.01")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> move(Pocket.escrow("sub_1"), ONE, "0.01"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void only_whole_cents_move_and_never_backwards_or_in_a_circle() {
    move(Pocket.OPERATOR, ONE, "5");
    assertThatThrownBy(() -> move(ONE, TWO, "0.001")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> move(ONE, TWO, "-1")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> move(ONE, ONE, "1")).isInstanceOf(IllegalStateException.class);
    move(ONE, TWO, "0");
    book.keep();
    assertThat(book.changes()).isNotEmpty();
  }

  private void begin(long millis) {
    var now = Instant.ofEpochMilli(millis);
    book.begin("ptn_1", now, now, new Ulid(millis, 0, 0));
  }

  private void move(Pocket from, Pocket to, String amount) {
    Posting.PLAIN.move(book, Transfer.Type.TRANSFER, from, to, Usd.of(amount));
  }

  private Account account(Pocket pocket) {
    return book.get(Account.TABLE, Account.key("ptn_1", pocket.accountId()));
  }

  private Usd cash(Pocket pocket) {
    return account(pocket).balances().cash();
  }

  @SuppressWarnings("unchecked") // changes of a table hold values of that table
  private <V> List<V> written(Table<V> table) {
    return book.changes().stream()
        .filter(changes -> changes.table() == table)
        .flatMap(changes -> Stream.concat(changes.inserts().stream(), changes.updates().stream()))
        .map(value -> (V) value)
        .toList();
  }
}
