package africa.soko.certification;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What operators see of certifications, and answer (DECISIONS 11).
public final class CertificationOperators {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int NOTE_MAX = 500;

  private static final Map<String, Certification.Status> STATUSES =
      Stream.of(Certification.Status.values())
          .collect(Collectors.toUnmodifiableMap(Enum::name, status -> status));

  private final Ledger ledger;
  private final CertificationStore store;
  private final Checklist checklist;

  record Approval(@Nullable String note) {}

  record Rejection(String reason) {}

  record Listed(
      String partnerId,
      Certification.Status status,
      @Nullable Instant requestedAt,
      @Nullable Instant decidedAt,
      @Nullable String note) {
    static Listed of(Certification of) {
      return new Listed(of.partnerId(), of.status(), of.requestedAt(), of.decidedAt(), of.note());
    }
  }

  record ListView(
      List<Listed> certifications, int count, boolean hasMore, @Nullable String nextCursor) {}

  /// @param ledger of the sandbox, where repeats are known
  public CertificationOperators(Ledger ledger, CertificationStore store, Checklist checklist) {
    this.ledger = ledger;
    this.store = store;
    this.checklist = checklist;
  }

  public void bind(Contract contract) {
    contract.read("listCertifications", this::list);
    contract.read("getPartnerCertification", this::get);
    contract.change("approveCertification", this::approve);
    contract.change("rejectCertification", this::reject);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var word = call.query().text("status");
    var status = word == null ? null : Input.oneOf("status", word, STATUSES);
    return store
        .page(status, page)
        .map(
            found -> {
              var slice = page.slice(found, Certification::partnerId);
              return Answer.ok(
                  new ListView(
                      slice.items().stream().map(Listed::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    var partnerId = call.path("partnerId");
    return store
        .find(partnerId)
        .compose(
            found ->
                found.isPresent()
                    ? checklist.of(partnerId, call.now()).map(Answer::ok)
                    : Future.failedFuture(
                        Refused.of(ErrorCode.NOT_FOUND, "No certification of this partner")
                            .asException()));
  }

  private Future<Answer> approve(Call call) {
    var note = call.body(Approval.class).note();
    if (note != null) Input.name("note", note, NOTE_MAX);
    return decide(call, true, note);
  }

  private Future<Answer> reject(Call call) {
    return decide(call, false, Input.name("reason", call.body(Rejection.class).reason(), NOTE_MAX));
  }

  private Future<Answer> decide(Call call, boolean isApproved, @Nullable String note) {
    return ledger.send(
        new DecideCertification(call.path("partnerId"), isApproved, note), call.origin());
  }
}
