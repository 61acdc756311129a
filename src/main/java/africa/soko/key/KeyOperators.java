package africa.soko.key;

import africa.soko.access.ApiKeys;
import africa.soko.access.FullScopes;
import africa.soko.access.KeyKind;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.Input;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What operators do with the keys of a partner in one environment: issue one, for example to a
/// partner that has none left, and revoke one (DECISIONS 3).
final class KeyOperators {
  private final Ledger ledger;
  private final ApiKeys keys;
  private final Environment environment;
  private final Runnable changed;

  /// @param scopes all that a full key has where they are left out
  record Issue(Environment environment, @Nullable List<String> scopes) {
    Set<String> checked() {
      if (scopes == null) return FullScopes.ALL;
      if (scopes.isEmpty()) throw Input.invalid("scopes", "must not be empty");
      for (var scope : scopes) {
        if (!FullScopes.ALL.contains(scope)) {
          throw Input.invalid("scopes", "has %s, which is no scope".formatted(scope));
        }
      }
      return Set.copyOf(scopes);
    }
  }

  record Revoke(Environment environment) {}

  KeyOperators(Ledger ledger, ApiKeys keys, Environment environment, Runnable changed) {
    this.ledger = ledger;
    this.keys = keys;
    this.environment = environment;
    this.changed = changed;
  }

  void bind(Contract.Operators contract) {
    contract.change("issuePartnerKey", this::issue);
    contract.change("revokePartnerKey", this::revoke);
  }

  private Future<Answer> issue(Call call) {
    var scopes = call.body(Issue.class).checked();
    var fresh = new FreshKey(keys.generate(KeyKind.fullOf(environment)));
    return send(call, new IssueKey(call.path("partnerId"), environment, scopes, fresh));
  }

  private Future<Answer> revoke(Call call) {
    call.body(Revoke.class);
    return send(call, new RevokeKey(call.path("partnerId"), environment, call.path("keyId")));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin()).onComplete(_ -> changed.run());
  }
}
