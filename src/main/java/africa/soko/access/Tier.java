package africa.soko.access;

/// What a partner's contract grants (SPEC "Rate limits").
public enum Tier {
  STARTER(100, 2),
  GROWTH(500, 5),
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
