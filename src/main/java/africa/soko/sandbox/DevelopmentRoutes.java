package africa.soko.sandbox;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import io.vertx.core.Future;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What `start-dev` serves for whoever sits at the machine: tokens of an identity provider, and
/// once the sandbox key.
public final class DevelopmentRoutes {
  private static final int TICKET_CHARS_MAX = 64;

  private final DevelopmentIdentityProvider provider;
  private final OneTimeLink link;
  private final boolean providerIsPublic;

  record TokenRequest(String email, @Nullable String name) {
    Token from(DevelopmentIdentityProvider provider) {
      Input.email(email);
      Input.maybeText("name", name, 1, Input.NAME_CHARS_MAX);
      return new Token(provider.token(email, name));
    }
  }

  record Token(String idToken) {}

  record KeyRequest(String ticket) {
    Optional<Key> from(OneTimeLink link) {
      Input.maybeText("ticket", ticket, 1, TICKET_CHARS_MAX);
      return link.redeem(ticket).map(Key::new);
    }
  }

  record Key(String sandboxKey) {}

  /// @param providerIsPublic whether tokens are signed for callers of other machines
  public DevelopmentRoutes(
      DevelopmentIdentityProvider provider, OneTimeLink link, boolean providerIsPublic) {
    this.provider = provider;
    this.link = link;
    this.providerIsPublic = providerIsPublic;
  }

  public void bind(Contract contract) {
    contract.change("issueDevelopmentToken", this::issue);
    contract.change("redeemOneTimeLink", this::redeem);
  }

  private Future<Answer> issue(Call call) {
    if (!providerIsPublic && !call.isFromThisMachine()) {
      throw Refused.of(
              ErrorCode.FORBIDDEN,
              "The development identity provider signs for callers of its own machine;"
                  + " soko.dev.idp.public=true opens it")
          .asException();
    }
    var token = call.body(TokenRequest.class).from(provider);
    return Future.succeededFuture(Answer.ok(token));
  }

  private Future<Answer> redeem(Call call) {
    if (!call.isFromThisMachine()) {
      throw Refused.of(ErrorCode.FORBIDDEN, "The link is for a browser of this machine")
          .asException();
    }
    var key = call.body(KeyRequest.class).from(link);
    if (key.isEmpty()) {
      throw Refused.of(
              ErrorCode.GONE, "The link was used, or is over; the next start prints a new one")
          .asException();
    }
    return Future.succeededFuture(Answer.ok(key.get()));
  }
}
