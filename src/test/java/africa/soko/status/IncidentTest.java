package africa.soko.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, less than 1 min",
    "PT-5S, less than 1 min",
    "PT59S, less than 1 min",
    "PT1M, 1 min",
    "PT59M59S, 59 min",
    "PT1H, 1 h",
    "PT1H5M, 1 h 5 min",
    "P2DT1M, 48 h 1 min"
  })
  void its_duration_is_for_people(Duration duration, String text) {
    assertThat(Incident.readable(duration)).isEqualTo(text);
  }
}
