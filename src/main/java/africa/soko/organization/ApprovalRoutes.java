package africa.soko.organization;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Caller;
import africa.soko.edge.Consent;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Origin;
import africa.soko.edge.Principal;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.platform.crypto.Sealer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations on changes that wait for consent.
final class ApprovalRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final Ledger ledger;
  private final ApprovalStore store;
  private final Approvals approvals;
  private final Sealer sealer;

  record ApprovalPage(
      List<ApprovalView> approvals, int count, boolean hasMore, @Nullable String nextCursor) {}

  ApprovalRoutes(Ledger ledger, ApprovalStore store, Approvals approvals, Sealer sealer) {
    this.ledger = ledger;
    this.store = store;
    this.approvals = approvals;
    this.sealer = sealer;
  }

  void bind(Contract contract) {
    contract.consent(approvals);
    contract.read("listApprovals", this::list);
    contract.read("getApproval", this::get);
    contract.change("approveChange", this::approve);
    contract.change("rejectChange", this::reject);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var status = call.query().one("status", Approval.Status.class);
    return store
        .page(call.caller().partnerId(), call.environment(), status, page, call.now())
        .map(
            found -> {
              var slice = page.slice(found, Approval::approvalId);
              var views =
                  slice.items().stream()
                      .map(one -> ApprovalView.of(one, call.now(), shown(call, one)))
                      .toList();
              return Answer.ok(
                  new ApprovalPage(views, slice.count(), slice.hasMore(), slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    return find(call)
        .map(found -> Answer.ok(ApprovalView.of(found, call.now(), shown(call, found))));
  }

  private Future<Answer> reject(Call call) {
    return find(call)
        .compose(found -> ledger.send(decision(call, found, null, false), call.origin()));
  }

  private Future<Answer> approve(Call call) {
    return find(call)
        .compose(
            found -> {
              var change = approvals.change(found.operation());
              if (change == null) {
                return refuse(Refused.of(ErrorCode.CONFLICT, "It is served no more"));
              }
              var scope = change.operation().scope();
              if (scope != null && !call.caller().scopes().contains(scope)) {
                return refuse(KeyRefusals.lacks(scope));
              }
              // What is kept for the key of this request is what comes of it in the end.
              return ledger
                  .send(decision(call, found, scope, true), call.origin().unkept())
                  .compose(
                      answer ->
                          answer.isDone() ? settle(call, change) : Future.succeededFuture(answer));
            });
  }

  private Future<Answer> settle(Call call, Consent.Guarded change) {
    return find(call)
        .compose(
            found -> {
              if (found.status() != Approval.Status.APPROVED) {
                return complete(call, found, 0, null, false, shown(call, found));
              }
              return approvals
                  .run(call, change, found)
                  .compose(
                      answer ->
                          answer.storable()
                              ? complete(call, found, answer)
                              : Future.succeededFuture(answer));
            });
  }

  private Future<Answer> complete(Call call, Approval approval, Answer answer) {
    return complete(
        call,
        approval,
        answer.status(),
        sealer.seal(answer.body(), approval.context()),
        answer.secret(),
        answer.secret() ? null : answer.body().toString(StandardCharsets.UTF_8));
  }

  /// By the service: the change may have ended the credential that it was agreed to with.
  private Future<Answer> complete(
      Call call,
      Approval approval,
      int status,
      @Nullable Buffer result,
      boolean isSecret,
      @Nullable String shown) {
    return ledger.send(
        new CompleteApproval(
            approval.partnerId(), approval.approvalId(), status, result, isSecret, shown),
        Origin.of(new Principal.Service(), call.idempotency(), call.name()));
  }

  private DecideApproval decision(
      Call call, Approval found, @Nullable String scope, boolean isApproved) {
    return new DecideApproval(
        found.partnerId(),
        call.environment(),
        found.approvalId(),
        found.askedBy(),
        scope,
        Actor.of(call.caller()).id(),
        isApproved);
  }

  /// A secret is told to who asked for it, for as long as the approval could have waited.
  private @Nullable String shown(Call call, Approval approval) {
    var result = approval.result();
    if (result == null) return null;
    var isAsker =
        call.caller() instanceof Caller.Session session
            && session.memberId().equals(approval.askedBy());
    if (approval.isSecret() && (!isAsker || !call.now().isBefore(approval.lapsesAt()))) return null;
    return sealer.open(result, approval.context()).toString(StandardCharsets.UTF_8);
  }

  private Future<Approval> find(Call call) {
    return store
        .find(call.caller().partnerId(), call.environment(), call.path("approvalId"))
        .map(
            found ->
                found.orElseThrow(
                    () -> Refused.of(ErrorCode.NOT_FOUND, "No such approval").asException()));
  }

  private static Future<Answer> refuse(Refused refused) {
    return Future.failedFuture(refused.asException());
  }
}
