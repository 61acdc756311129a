package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointSlotsTest {
  private final EndpointSlots slots = new EndpointSlots(10, 4);

  @Test
  void an_endpoint_gets_no_more_than_its_share() {
    for (int i = 0; i < 4; i++) slots.take("slow");
    slots.take("quick");
    assertThat(slots.room()).isEqualTo(Map.of("slow", 0, "quick", 3));
    assertThat(slots.free()).isEqualTo(5);
  }

  @Test
  void a_failing_endpoint_gets_one_until_it_answers() {
    slots.take("dead");
    slots.take("dead");
    slots.release("dead", false);
    assertThat(slots.room()).isEqualTo(Map.of("dead", 0));
    slots.release("dead", false);
    assertThat(slots.room()).isEqualTo(Map.of("dead", 1));
    assertThat(slots.isIdle()).isTrue();
    slots.take("dead");
    slots.release("dead", true);
    assertThat(slots.room()).isEmpty();
  }

  @Test
  void what_is_remembered_of_failures_has_a_limit() {
    for (int i = 0; i < 5_000; i++) {
      slots.take("w" + i);
      slots.release("w" + i, false);
    }
    assertThat(slots.room()).hasSize(1_000).containsKey("w4999").doesNotContainKey("w0");
  }
}
