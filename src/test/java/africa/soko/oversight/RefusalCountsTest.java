package africa.soko.oversight;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.oversight.RefusalCounts.Counted;
import africa.soko.oversight.RefusalCounts.Refusal;
import org.junit.jupiter.api.Test;

class RefusalCountsTest {
  private final RefusalCounts counts = new RefusalCounts();

  private void comeFrom(int sources) {
    for (int i = 0; i < sources; i++) counts.count("live", "10.0." + i, ErrorCode.AUTH_INVALID);
  }

  @Test
  void each_source_and_reason_has_a_number() {
    comeFrom(2);
    comeFrom(1);
    counts.count("live", "10.0.0", ErrorCode.AUTH_REVOKED);
    assertThat(counts.take())
        .containsExactlyInAnyOrder(
            new Counted(new Refusal("live", "10.0.0", "AUTH_INVALID"), 2),
            new Counted(new Refusal("live", "10.0.1", "AUTH_INVALID"), 1),
            new Counted(new Refusal("live", "10.0.0", "AUTH_REVOKED"), 1));
    assertThat(counts.take()).isEmpty();
  }

  @Test
  void what_is_beyond_a_thousand_is_one_number() {
    comeFrom(RefusalCounts.SOURCES_MAX + 7);
    comeFrom(3);
    var taken = counts.take();
    assertThat(taken).hasSize(RefusalCounts.SOURCES_MAX + 1);
    assertThat(taken).contains(new Counted(new Refusal("*", "*", "*"), 7));
    assertThat(taken).contains(new Counted(new Refusal("live", "10.0.2", "AUTH_INVALID"), 2));
  }

  @Test
  void what_could_not_be_written_is_counted_on() {
    comeFrom(RefusalCounts.SOURCES_MAX + 7);
    var taken = counts.take();
    comeFrom(1);
    counts.putBack(taken);
    var all = counts.take();
    assertThat(all).hasSize(RefusalCounts.SOURCES_MAX + 1);
    assertThat(all.stream().mapToLong(Counted::count).sum())
        .isEqualTo(RefusalCounts.SOURCES_MAX + 8);
  }
}
