package africa.soko.onboarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeRequestTest {
  @ParameterizedTest
  @CsvSource({
    "2026-03-02T09:00:00Z, 2026-03-04T09:00:00Z",
    "2026-03-05T09:00:00Z, 2026-03-09T09:00:00Z",
    "2026-03-06T23:59:59Z, 2026-03-10T23:59:59Z",
    "2026-03-07T03:00:00Z, 2026-03-10T03:00:00Z",
    "2026-03-08T03:00:00Z, 2026-03-10T03:00:00Z"
  })
  void is_expected_to_be_decided_two_business_days_later(Instant now, Instant expected) {
    assertThat(UpgradeRequest.expectedBy(now)).isEqualTo(expected);
  }
}
