package africa.soko.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTest {
  private record Coin(String owner, String name, Usd worth, @Nullable BigDecimal grams) {}

  private static final Table<Coin> COINS =
      Table.<Coin>named("coin")
          .key("owner", Coin::owner)
          .key("name", Coin::name)
          .decimal("grams", Coin::grams)
          .fixed()
          .usd("worth", Coin::worth)
          .writeOnly();

  private static final Coin RAND = new Coin("ptn_1", "rand", Usd.of("0.05"), null);
  private static final Coin CEDI =
      new Coin("ptn_1", "cedi", Usd.of("0.09"), new BigDecimal("1E+1"));

  @Test
  void statements_for_any_number_of_rows() {
    assertThat(COINS.selectSql())
        .isEqualTo(
            "SELECT r.* FROM unnest($1::text[], $2::text[]) AS k(k1, k2),"
                + " LATERAL (SELECT owner, name, grams, worth FROM coin t"
                + " WHERE t.owner = k.k1 AND t.name = k.k2 FOR UPDATE) r");
    assertThat(COINS.insertSql())
        .isEqualTo(
            "INSERT INTO coin (owner, name, grams, worth) SELECT * FROM"
                + " unnest($1::text[], $2::text[], $3::text[]::numeric[], $4::bigint[])");
    assertThat(COINS.updateSql())
        .isEqualTo(
            "UPDATE coin t SET worth = v.worth FROM"
                + " unnest($1::text[], $2::text[], $3::bigint[]) AS v(owner, name, worth)"
                + " WHERE t.owner = v.owner AND t.name = v.name");
  }

  @Test
  void a_group_is_locked_in_the_order_of_the_keys() {
    var heavy = new Group<>(COINS, List.of("owner"), "grams > 5", coin -> Key.of(coin.owner()));
    assertThat(heavy.selectSql())
        .contains("FROM unnest($1::text[]) AS k(k1), LATERAL (")
        .endsWith("t.owner = k.k1 AND (grams > 5) ORDER BY owner, name FOR UPDATE) r");
  }

  @Test
  void values_travel_as_one_array_a_column() {
    var tuple = COINS.insertTuple(List.of(RAND, CEDI));
    assertThat(tuple.size()).isEqualTo(4);
    assertThat(tuple.getValue(1)).isEqualTo(new String[] {"rand", "cedi"});
    assertThat(tuple.getValue(2)).isEqualTo(new String[] {null, "10"});
    assertThat(tuple.getValue(3)).isEqualTo(new Long[] {50_000L, 90_000L});
  }

  @Test
  void an_update_carries_what_can_change_and_refuses_what_cannot() {
    var dearer = new Coin("ptn_1", "cedi", Usd.of("0.10"), CEDI.grams());
    var tuple = COINS.updateTuple(List.of(dearer));
    assertThat(tuple.size()).isEqualTo(3);
    assertThat(tuple.getValue(2)).isEqualTo(new Long[] {100_000L});
    COINS.requireFixed(CEDI, dearer);
    var lighter = new Coin("ptn_1", "cedi", CEDI.worth(), BigDecimal.ONE);
    assertThatThrownBy(() -> COINS.requireFixed(CEDI, lighter)).hasMessageContaining("coin.grams");
  }

  @Test
  void keys_travel_as_one_array_a_part_and_compare_part_by_part() {
    var keys = List.of(COINS.keyOf(RAND), COINS.keyOf(CEDI));
    var tuple = Table.keyTuple(keys);
    assertThat(tuple.getValue(0)).isEqualTo(new String[] {"ptn_1", "ptn_1"});
    assertThat(tuple.getValue(1)).isEqualTo(new String[] {"rand", "cedi"});
    assertThat(keys.getLast()).isLessThan(keys.getFirst());
    assertThat(keys.getFirst().partnerId()).isEqualTo("ptn_1");
  }

  @Test
  @SuppressWarnings("NullAway") // a row without its key is what is tried here
  void a_row_without_its_key_is_a_fault() {
    assertThatThrownBy(() -> COINS.keyOf(new Coin("ptn_1", null, Usd.ZERO, null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("name");
  }
}
