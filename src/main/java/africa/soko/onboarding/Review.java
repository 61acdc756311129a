package africa.soko.onboarding;

import com.fasterxml.jackson.annotation.JsonProperty;

/// How far somebody has come with what he has asked for.
enum Review {
  @JsonProperty("pending")
  PENDING,
  @JsonProperty("approved")
  APPROVED,
  @JsonProperty("rejected")
  REJECTED
}
