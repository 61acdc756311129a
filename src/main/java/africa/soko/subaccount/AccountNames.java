package africa.soko.subaccount;

import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import io.vertx.core.Future;

/// Finds out which sub-account a path means: `{userId}` is a sub-account's id, or the partner's own
/// reference as `ext:<externalId>`.
///
/// An id is taken as it is; whether there is such a sub-account is for the query or the command to
/// say.
public final class AccountNames {
  private static final String ID = "sub_";
  private static final String EXTERNAL = "ext:";

  private final SubAccountStore store;

  public AccountNames(SubAccountStore store) {
    this.store = store;
  }

  /// The id of the sub-account.
  ///
  /// Fails with NOT_FOUND for a name that leads nowhere, and with FORBIDDEN for a credential that
  /// is bound to another sub-account.
  public Future<String> resolve(Caller caller, String userId) {
    return find(caller.partnerId(), userId).compose(id -> allowed(caller, id));
  }

  private Future<String> find(String partnerId, String userId) {
    if (userId.startsWith(ID)) return Future.succeededFuture(userId);
    if (!userId.startsWith(EXTERNAL)) return notFound();
    return store
        .idOf(partnerId, userId.substring(EXTERNAL.length()))
        .compose(id -> id.map(Future::succeededFuture).orElseGet(AccountNames::notFound));
  }

  private static Future<String> allowed(Caller caller, String id) {
    var bound = caller.subAccountId();
    if (bound == null || bound.equals(id)) return Future.succeededFuture(id);
    return Future.failedFuture(
        Refused.of(ErrorCode.FORBIDDEN, "The token belongs to another sub-account").asException());
  }

  private static Future<String> notFound() {
    return Future.failedFuture(AccountGate.notFound().asException());
  }
}
