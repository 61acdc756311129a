package africa.soko.organization;

import africa.soko.access.FullScopes;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Consent;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.ledger.Ledger;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The operations on the policy of an organisation.
final class PolicyRoutes {
  private static final BigDecimal OVER_MAX = BigDecimal.valueOf(1_000_000_000);

  private final Ledger ledger;
  private final PolicyStore policies;
  private final Runnable changed;

  record PolicyRequest(
      List<String> approvalRequiredFor,
      @Nullable BigDecimal withdrawalOverUsd,
      @Nullable ScopesRequest scopes) {
    ReplacePolicy of(String partnerId) {
      var named = EnumSet.noneOf(ApprovalKind.class);
      for (var word : approvalRequiredFor) {
        named.add(Input.oneOf("approvalRequiredFor", word, ApprovalKind.NAMED));
      }
      var over = withdrawalOverUsd;
      return new ReplacePolicy(
          partnerId,
          named,
          over == null ? null : Usd.of(Input.amount("withdrawalOverUsd", over, OVER_MAX, 2)),
          scopes == null ? null : checked("scopes.live", scopes.live),
          scopes == null ? null : checked("scopes.sandbox", scopes.sandbox));
    }
  }

  record ScopesRequest(@Nullable List<String> live, @Nullable List<String> sandbox) {}

  /// @param changed called when it may have changed what sessions may do
  PolicyRoutes(Ledger ledger, PolicyStore policies, Runnable changed) {
    this.ledger = ledger;
    this.policies = policies;
    this.changed = changed;
  }

  void bind(Contract contract) {
    contract.read("getOrganizationPolicy", this::get);
    contract.change("replaceOrganizationPolicy", this::replace, this::stake);
  }

  private Future<Answer> get(Call call) {
    return policies
        .find(call.caller().partnerId())
        .map(
            found ->
                Answer.ok(
                    found.map(OrganizationPolicy::view).orElse(OrganizationPolicy.View.NONE)));
  }

  private Consent.Stake stake(Call call) {
    var asked = call.body(PolicyRequest.class);
    asked.of(call.caller().partnerId());
    return Consent.Stake.of(asked);
  }

  private Future<Answer> replace(Call call) {
    var asked = call.body(PolicyRequest.class).of(call.caller().partnerId());
    return ledger.send(asked, call.origin()).onComplete(_ -> changed.run());
  }

  private static @Nullable Set<String> checked(String field, @Nullable List<String> scopes) {
    if (scopes == null) return null;
    for (var scope : scopes) {
      if (!FullScopes.ALL.contains(scope)) {
        throw Input.invalid(field, "has what is no scope");
      }
    }
    return Set.copyOf(scopes);
  }
}
