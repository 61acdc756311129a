package africa.soko.platform.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UlidTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 00000000000000000000000000",
    "281474976710655, 65535, -1, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    "0, 0, 1, 00000000000000000000000001",
    "0, 1, 0, 0000000000000G000000000000",
    "1, 0, 0, 00000000010000000000000000",
    // The time of the ULID specification's own example.
    "1469918176385, 0, 0, 01ARYZ6S410000000000000000",
  })
  void text(long millis, int high, long low, String text) {
    assertThat(new Ulid(millis, high, low)).hasToString(text);
  }

  @Test
  void texts_sort_as_values_do() {
    var random = new SplittableRandom(7);
    var ulids = new ArrayList<Ulid>();
    for (int i = 0; i < 2_000; i++) {
      ulids.add(new Ulid(random.nextLong(4), random.nextInt(3), random.nextLong()));
    }
    ulids.sort(Comparator.comparing(UlidTest::value));
    assertThat(ulids).extracting(Ulid::toString).isSorted();
  }

  @Test
  void identifiers_grow_when_the_clock_stands_still_or_goes_back() {
    var time = new long[] {1_000};
    var ids = new Ids(() -> Instant.ofEpochMilli(time[0]));
    var texts = new ArrayList<String>();
    for (int i = 0; i < 3_000; i++) {
      if (i % 1_000 == 0) time[0] += i == 1_000 ? -500 : 1;
      var base = ids.next();
      texts.add(base.toString());
      texts.add(base.plus(4_095).toString());
    }
    assertThat(texts).isSorted();
    assertThat(new HashSet<>(texts)).hasSameSizeAs(texts);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 1_023, 1_024, 4_095})
  void a_text_is_so_many_steps_before_another(int steps) {
    var base = new Ulid(1, 2, 0x7FFF_0000);
    var later = base.plus(steps).toString();
    assertThat(Ulid.after(base.toString(), steps)).isEqualTo(later);
    assertThat(Ulid.after(later, -steps)).isEqualTo(base.toString());
    assertThat(Ulid.steps("txn_" + base, "txn_" + later)).isEqualTo(steps);
  }

  private static BigInteger value(Ulid ulid) {
    return BigInteger.valueOf(ulid.millis())
        .shiftLeft(16)
        .add(BigInteger.valueOf(ulid.high()))
        .shiftLeft(64)
        .add(new BigInteger(Long.toUnsignedString(ulid.low())));
  }
}
