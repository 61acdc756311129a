package africa.soko.organization;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Caller;
import africa.soko.edge.Consent;
import africa.soko.edge.Idempotency;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Ledger;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.id.Ids;
import africa.soko.platform.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Holds the changes of one environment that sessions ask for and the policy names, and runs them
/// once somebody else consents.
///
/// A change runs under an idempotency key of its approval: however often it is begun, by whom and
/// on which node, it is done once.
final class Approvals implements Consent {
  private final Ledger ledger;
  private final PolicyStore policies;
  private final Sealer sealer;
  private final Ids ids;
  private final Map<String, Guarded> guarded = new ConcurrentHashMap<>();

  /// What it takes to ask once more.
  ///
  /// @param body in Base64
  record Request(Map<String, String> parameters, String body) {}

  Approvals(Ledger ledger, PolicyStore policies, Sealer sealer, Ids ids) {
    this.ledger = ledger;
    this.policies = policies;
    this.sealer = sealer;
    this.ids = ids;
  }

  @Override
  public Function<Call, Future<Answer>> around(Guarded change) {
    guarded.put(change.operation().operationId(), change);
    return call ->
        call.principal() instanceof Caller.Session session
            ? ask(call, session, change)
            : change.change().apply(call);
  }

  /// The change that an operation is, or null if none of it is held any more.
  @Nullable Guarded change(String operation) {
    return guarded.get(operation);
  }

  /// Runs what was agreed to; an answer that is to be kept is storable.
  Future<Answer> run(Call call, Guarded change, Approval approval) {
    var caller = call.caller();
    var asker =
        new Caller.Session(
            caller.partnerId(),
            caller.environment(),
            caller.keyId(),
            caller.scopes(),
            caller.terms(),
            approval.askedBy());
    var sealed = Objects.requireNonNull(approval.request());
    var request = Json.decode(sealer.open(sealed, approval.context()), Request.class);
    var held =
        call.of(
            change,
            request.parameters,
            asker,
            once(approval.approvalId()),
            Buffer.buffer(Base64.getDecoder().decode(request.body)));
    return Future.succeededFuture(held)
        .compose(change.change())
        .recover(
            fault ->
                fault instanceof RefusedException refused
                    ? Future.succeededFuture(Answer.declined(refused.refused(), call.name()))
                    : Future.failedFuture(fault));
  }

  private Future<Answer> ask(Call call, Caller.Session session, Guarded change) {
    var stake = change.stake().apply(call);
    var kind = ApprovalKind.valueOf(Objects.requireNonNull(change.operation().approval()));
    return policies
        .find(session.partnerId())
        .compose(
            found -> {
              // Under the locks the policy has to be this one still.
              var under = call.under(found.map(OrganizationPolicy::revision).orElse(0));
              return found.isPresent() && found.get().holds(kind, stake.weight())
                  ? hold(under, session, change, kind, stake)
                  : change.change().apply(under);
            });
  }

  private Future<Answer> hold(
      Call call, Caller.Session session, Guarded change, ApprovalKind kind, Stake stake) {
    var id = ids.next("apr_");
    var now = call.now();
    var approval =
        new Approval(
            session.partnerId(),
            id,
            change.environment(),
            kind,
            change.operation().operationId(),
            Json.encode(stake.details()).toString(StandardCharsets.UTF_8),
            null,
            session.memberId(),
            Approval.Status.PENDING,
            now,
            now.plus(Approval.WAITS),
            null,
            null,
            null,
            null,
            false);
    var body = Base64.getEncoder().encodeToString(call.bytes().getBytes());
    var request = Json.encode(new Request(call.parameters(), body));
    var whole = approval.asking(sealer.seal(request, approval.context()));
    return ledger.send(new HoldChange(whole), call.origin());
  }

  /// No partner's own key has a line's end.
  private static Idempotency once(String approvalId) {
    var key = "approval\n" + approvalId;
    var hash = Buffer.buffer(Sha256.of(key.getBytes(StandardCharsets.UTF_8)));
    return new Idempotency(key, hash, hash);
  }
}
