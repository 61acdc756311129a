package africa.soko.sandbox;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// What `start-dev` serves of an identity provider.
public final class DevelopmentRoutes {
  private final DevelopmentIdentityProvider provider;

  record TokenRequest(String email, @Nullable String name) {
    Token from(DevelopmentIdentityProvider provider) {
      Input.email(email);
      Input.maybeText("name", name, 1, Input.NAME_CHARS_MAX);
      return new Token(provider.token(email, name));
    }
  }

  record Token(String idToken) {}

  public DevelopmentRoutes(DevelopmentIdentityProvider provider) {
    this.provider = provider;
  }

  public void bind(Contract contract) {
    contract.change("issueDevelopmentToken", this::issue);
  }

  private Future<Answer> issue(Call call) {
    var token = call.body(TokenRequest.class).from(provider);
    return Future.succeededFuture(Answer.ok(token));
  }
}
