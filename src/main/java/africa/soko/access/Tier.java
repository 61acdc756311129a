package africa.soko.access;

import com.fasterxml.jackson.annotation.JsonProperty;

/// What a partner's contract grants (SPEC "Rate limits").
public enum Tier {
  @JsonProperty("starter")
  STARTER(100, 2),
  @JsonProperty("growth")
  GROWTH(500, 5),
  @JsonProperty("enterprise")
  ENTERPRISE(2_000, 20);

  private final int requestsPerMinute;
  private final int streams;

  Tier(int requestsPerMinute, int streams) {
    this.requestsPerMinute = requestsPerMinute;
    this.streams = streams;
  }

  int requestsPerMinute() {
    return requestsPerMinute;
  }

  int streams() {
    return streams;
  }
}
