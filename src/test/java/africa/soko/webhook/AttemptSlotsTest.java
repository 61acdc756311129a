package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.webhook.AttemptSlots.Endpoint;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptSlotsTest {
  private final AttemptSlots slots = new AttemptSlots(10, 6, 4);

  @Test
  void an_endpoint_gets_no_more_than_its_share() {
    for (int i = 0; i < 4; i++) slots.take("prt_1", "slow");
    slots.take("prt_2", "quick");
    var room = slots.room();
    assertThat(room.endpoints())
        .containsExactlyInAnyOrder(new Endpoint("slow", 4, 0), new Endpoint("quick", 1, 3));
    assertThat(room.free()).isEqualTo(5);
  }

  @Test
  void a_partners_attempts_count_together() {
    slots.take("prt_1", "one");
    slots.take("prt_1", "two");
    slots.take("prt_2", "three");
    slots.release("prt_1", "one", true);
    slots.release("prt_2", "three", false);
    assertThat(slots.room().partners()).isEqualTo(Map.of("prt_1", 1));
  }

  @Test
  void a_failing_endpoint_gets_one_until_it_answers() {
    slots.take("prt_1", "dead");
    slots.take("prt_1", "dead");
    slots.release("prt_1", "dead", false);
    assertThat(slots.room().endpoints()).containsExactly(new Endpoint("dead", 1, 0));
    slots.release("prt_1", "dead", false);
    assertThat(slots.room().endpoints()).containsExactly(new Endpoint("dead", 0, 1));
    assertThat(slots.isIdle()).isTrue();
    slots.take("prt_1", "dead");
    slots.release("prt_1", "dead", true);
    assertThat(slots.room().endpoints()).isEmpty();
  }

  @Test
  void what_is_remembered_of_failures_has_a_limit() {
    for (int i = 0; i < 5_000; i++) {
      slots.take("prt_1", "w" + i);
      slots.release("prt_1", "w" + i, false);
    }
    assertThat(slots.room().endpoints())
        .hasSize(1_000)
        .contains(new Endpoint("w4999", 0, 1))
        .doesNotContain(new Endpoint("w0", 0, 1));
  }
}
