package africa.soko;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.FullScopes;
import africa.soko.access.KeyKind;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Issues live keys.
record LiveKeys(CredentialStore credentials, ApiKeys keys, Ids ids, InstantSource clock) {

  /// The known key if it is one of ours, else a new one.
  Future<String> keep(String partnerId, @Nullable String known) {
    if (known == null) return issue(partnerId);
    return credentials
        .find(ApiKeys.hash(known))
        .compose(found -> found.isPresent() ? Future.succeededFuture(known) : issue(partnerId));
  }

  private Future<String> issue(String partnerId) {
    var text = keys.generate(KeyKind.LIVE);
    var credential =
        Credential.made(
            text,
            ids.next("key_"),
            partnerId,
            Environment.LIVE,
            CredentialType.FULL,
            FullScopes.ALL,
            0,
            null,
            clock.instant());
    return credentials.insert(credential).map(text);
  }
}
