package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptSlotsTest {
  private final AttemptSlots slots = new AttemptSlots(10, 6, 4);

  @Test
  void what_runs_is_counted_together_and_apart() {
    slots.take("prt_1", "one", true);
    slots.take("prt_1", "one", true);
    slots.take("prt_1", "two", true);
    slots.take("prt_2", "three", true);
    slots.release("prt_1", "one", true);
    slots.release("prt_2", "three", true);
    assertThat(slots.room().partners()).isEqualTo(Map.of("prt_1", 2));
    assertThat(slots.room().endpoints()).isEqualTo(Map.of("one", 1, "two", 1));
    assertThat(slots.room().free()).isEqualTo(8);
  }

  @Test
  void an_endpoint_gets_one_only_once_half_of_all_are_taken() {
    for (int i = 0; i < 4; i++) slots.take("prt_1", "w" + i, true);
    assertThat(slots.room().perEndpoint()).isEqualTo(4);
    slots.take("prt_1", "w4", true);
    assertThat(slots.room().perEndpoint()).isEqualTo(1);
    slots.release("prt_1", "w4", true);
    assertThat(slots.room().perEndpoint()).isEqualTo(4);
  }

  @Test
  void those_that_are_not_known_to_answer_have_half_of_all_together() {
    for (int i = 0; i < 4; i++) slots.take("prt_1", "w" + i, false);
    assertThat(slots.room().freeToUnknown()).isEqualTo(1);
    slots.take("prt_1", "w4", false);
    slots.take("prt_1", "well", true);
    assertThat(slots.room().freeToUnknown()).isZero();
    assertThat(slots.room().free()).isEqualTo(4);
    for (int i = 0; i < 5; i++) slots.release("prt_1", "w" + i, false);
    slots.release("prt_1", "well", true);
    assertThat(slots.isIdle()).isTrue();
    assertThat(slots.room().freeToUnknown()).isEqualTo(5);
  }
}
