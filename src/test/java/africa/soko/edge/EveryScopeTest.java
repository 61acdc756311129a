package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.FullScopes;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Caller.KeyHolder;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Caller.SubAccountToken;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.edge.request.Scopes;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/// Every operation with every kind of key that has one scope alone, in both environments, against
/// what the contract says of the operation.
class EveryScopeTest {
  private static final JsonNode CONTRACT = ContractDocument.load("/openapi").json();
  private static final PartnerTerms TERMS = new PartnerTerms("starter", 0, 0, 100, 2);
  private static final String MARKET = "market:read";

  /// An operation as the published document has it.
  private record Said(String path, String method, JsonNode node) {
    String auth() {
      return node.path("x-soko-auth").asText();
    }

    String scope() {
      return node.path("x-soko-scope").asText("none");
    }

    boolean grants(String scope) {
      return this.scope().equals("none") || this.scope().equals(scope);
    }

    boolean isRead() {
      return method.equals("get");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  @Test
  void a_full_key_does_what_its_scope_says() {
    compare(
        (environment, scope) ->
            new KeyHolder("p1", environment, "k1", CredentialType.FULL, Set.of(scope), TERMS),
        Said::grants);
  }

  @Test
  void a_data_key_reads_what_is_listed_and_nothing_else() {
    compare(
        (environment, scope) ->
            new KeyHolder("p1", environment, "k1", CredentialType.DATA, Set.of(scope), TERMS),
        (said, scope) -> said.auth().equals("key-or-data") && said.isRead() && said.grants(scope));
  }

  @Test
  void a_token_of_a_sub_account_reads_it_and_the_market() {
    compare(
        (environment, scope) ->
            new SubAccountToken("p1", environment, "k1", Set.of(scope), TERMS, "sub_1"),
        (said, scope) ->
            said.grants(scope)
                && (said.path.startsWith("/users/{userId}") || said.scope().equals(MARKET)));
  }

  @Test
  void every_operation_of_a_key_asks_for_a_scope_that_a_full_key_has() {
    assertThat(said())
        .allSatisfy(one -> assertThat(FullScopes.ALL).as(one.toString()).contains(one.scope()));
  }

  private interface Holder {
    Caller of(Environment environment, String scope);
  }

  private static void compare(Holder holder, BiPredicate<Said, String> allowed) {
    int compared = 0;
    for (var one : said()) {
      var operation = Operation.of(one.path, one.method, one.node);
      for (var environment : Environment.values()) {
        for (var scope : FullScopes.ALL) {
          var refused = Scopes.refusal(holder.of(environment, scope), operation);
          assertThat(refused == null)
              .as("%s with %s in %s", one, scope, environment)
              .isEqualTo(allowed.test(one, scope));
          if (refused != null) assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN);
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(FullScopes.ALL.size() * Environment.values().length * 50);
  }

  /// The operations that take a key.
  private static List<Said> said() {
    var found = new ArrayList<Said>();
    for (var path : CONTRACT.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (!Operation.METHODS.contains(method.getKey())) continue;
        var said = new Said(path.getKey(), method.getKey(), method.getValue());
        if (said.auth().startsWith("key")) found.add(said);
      }
    }
    return found;
  }
}
