package africa.soko.bench;

import africa.soko.webhook.DeliveryLoad;

/// How soon events reach the endpoints that answer, while others never do.
final class Deliveries {
  private static final int PER_SECOND = 500;
  private static final int EVENTS = 10_000;
  private static final int PARTNERS = 200;
  private static final int EACH = 5;

  private Deliveries() {}

  static void measure(Report report) throws Exception {
    try (var load = new DeliveryLoad()) {
      load.partner(1, 0);
      told(report, load, "alone", "");
    }
    try (var load = new DeliveryLoad()) {
      load.partner(1, 20);
      told(report, load, "beside 20 of its partner that hang", "2 s more than alone");
    }
    try (var load = new DeliveryLoad()) {
      // One in ten hangs: of every second partner one of five.
      for (int i = 0; i < PARTNERS; i++) load.partner(EACH - i % 2, i % 2);
      told(report, load, "1,000 endpoints of 200 partners, 100 of them hang", "< 3,000 ms");
    }
  }

  private static void told(Report report, DeliveryLoad load, String what, String goal)
      throws Exception {
    var delays = load.run(EVENTS, PER_SECOND);
    var figures =
        "%,d ms, %,d ms"
            .formatted(delays.getValueAtPercentile(50), delays.getValueAtPercentile(99));
    report.row("commit to webhook at 500 events a second, p50, p99: " + what, figures, goal);
  }
}
