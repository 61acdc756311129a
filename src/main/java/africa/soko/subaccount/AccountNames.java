package africa.soko.subaccount;

import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import io.vertx.core.Future;
import java.util.Optional;

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

  /// Whether two names can be of one account, as far as the names tell.
  public static boolean mayBeOne(String name, String other) {
    return name.equals(other) || name.startsWith(EXTERNAL) || other.startsWith(EXTERNAL);
  }

  /// The id of the sub-account.
  ///
  /// Fails with NOT_FOUND for a name that leads nowhere. A credential that is bound to a
  /// sub-account gets FORBIDDEN for every other name: it lies with the end user, who must not learn
  /// which others exist.
  public Future<String> resolve(Caller caller, String userId) {
    return find(caller.partnerId(), userId)
        .compose(
            id -> {
              boolean foreign =
                  caller instanceof Caller.SubAccountToken token
                      && !id.equals(Optional.of(token.subAccountId()));
              if (foreign) return forbidden();
              return id.map(Future::succeededFuture).orElseGet(AccountNames::notFound);
            });
  }

  /// The same, for a read that would find nothing of a sub-account that does not exist.
  public Future<String> existing(Caller caller, String userId) {
    return resolve(caller, userId)
        .compose(
            id ->
                store
                    .exists(caller.partnerId(), id)
                    .compose(exists -> exists ? Future.succeededFuture(id) : notFound()));
  }

  private Future<Optional<String>> find(String partnerId, String userId) {
    if (userId.startsWith(ID)) return Future.succeededFuture(Optional.of(userId));
    if (!userId.startsWith(EXTERNAL)) return Future.succeededFuture(Optional.empty());
    return store.idOf(partnerId, userId.substring(EXTERNAL.length()));
  }

  private static Future<String> forbidden() {
    return Future.failedFuture(
        Refused.of(ErrorCode.FORBIDDEN, "The token belongs to another sub-account").asException());
  }

  private static Future<String> notFound() {
    return Future.failedFuture(AccountGate.notFound().asException());
  }
}
