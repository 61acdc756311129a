package africa.soko.oversight;

import africa.soko.audit.AuditEntry;
import africa.soko.audit.AuditStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What operators read of the audit log: what they did themselves, what partners did, and which
/// credentials were refused.
final class AuditOperators {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;

  private final AuditStore own;
  private final Map<Environment, AuditStore> books;
  private final RefusalStore refusals;

  /// @param place an environment, `operator`, or `*` for what stands in no row of its own
  record Refusal(Instant timestamp, String place, String source, String reason, long count) {}

  record Refusals(
      List<Refusal> refusals, int count, boolean hasMore, @Nullable String nextCursor) {}

  AuditOperators(AuditStore own, Map<Environment, AuditStore> books, RefusalStore refusals) {
    this.own = own;
    this.books = Map.copyOf(books);
    this.refusals = refusals;
  }

  void bind(Contract contract) {
    contract.read("listOperatorAudit", call -> AuditRoutes.list(call, own, AuditEntry.OPERATORS));
    contract.read("listPartnerAudit", this::ofPartner);
    contract.read("listRefusals", this::refusals);
  }

  private Future<Answer> ofPartner(Call call) {
    var environment = call.query().environment();
    var store = Objects.requireNonNull(books.get(environment));
    return AuditRoutes.list(call, store, call.path("partnerId"));
  }

  private Future<Answer> refusals(Call call) {
    var query = call.query();
    var page = query.page(LIMIT_DEFAULT, LIMIT_MAX);
    return refusals
        .page(page.after(), query.instant("since"), query.instant("until"), page.limit() + 1)
        .map(
            found -> {
              var slice = page.slice(found, RefusalStore.Listed::id);
              return Answer.ok(
                  new Refusals(
                      slice.items().stream().map(AuditOperators::refusal).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private static Refusal refusal(RefusalStore.Listed one) {
    return new Refusal(one.at(), one.place(), one.source(), one.reason(), one.count());
  }
}
