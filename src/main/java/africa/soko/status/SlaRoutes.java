package africa.soko.status;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Feature;
import africa.soko.status.ServedStore.Sum;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the service is, and how it was for one partner in one environment (SPEC "Rate limits",
/// uptime objective).
final class SlaRoutes implements Feature {
  static final int DAYS = 30;
  private static final int DECIMALS = 3;

  /// One percent has so many of the last decimal.
  private static final long PERCENT = 100_000;

  private static final BigDecimal BASIC = new BigDecimal("99.5");

  /// Those of live, by tier; the sandbox has that of a starter.
  private static final Map<String, BigDecimal> OBJECTIVES =
      Map.of("growth", new BigDecimal("99.9"), "enterprise", new BigDecimal("99.95"));

  private final StatusRoutes status;
  private final ServedStore served;

  record Sla(
      String overallStatus,
      List<StatusRoutes.Service> services,
      List<Incident.Declared> activeIncidents,
      OfPartner partner) {}

  /// @param uptimeObjective percent
  record OfPartner(String tier, BigDecimal uptimeObjective, Measured measured) {}

  /// @param availability percent, rounded down; null where there were no requests
  record Measured(
      LocalDate from,
      LocalDate until,
      long requests,
      long failedRequests,
      @Nullable BigDecimal availability) {
    static Measured of(LocalDate from, LocalDate until, Sum sum) {
      return new Measured(from, until, sum.requests(), sum.failed(), percent(sum));
    }

    private static @Nullable BigDecimal percent(Sum sum) {
      if (sum.requests() == 0) return null;
      var served = sum.requests() - sum.failed();
      return BigDecimal.valueOf(served * PERCENT / sum.requests(), DECIMALS);
    }
  }

  SlaRoutes(StatusRoutes status, ServedStore served) {
    this.status = status;
    this.served = served;
  }

  @Override
  public void bind(Contract contract) {
    contract.read("getSla", this::sla);
  }

  private Future<Answer> sla(Call call) {
    var last = LocalDate.ofInstant(call.now(), ZoneOffset.UTC);
    var first = last.minusDays(DAYS - 1L);
    var now = status.status(call.now());
    var sum = served.sum(call.caller().partnerId(), call.environment(), first, last);
    return Future.all(now, sum)
        .map(
            _ -> {
              var known = now.result();
              return Answer.ok(
                  new Sla(
                      known.status(),
                      known.services(),
                      known.incidents(),
                      ofPartner(call, Measured.of(first, last, sum.result()))));
            });
  }

  private static OfPartner ofPartner(Call call, Measured measured) {
    var tier = call.caller().terms().tier();
    boolean isLive = call.environment() == Environment.LIVE;
    return new OfPartner(tier, isLive ? OBJECTIVES.getOrDefault(tier, BASIC) : BASIC, measured);
  }
}
