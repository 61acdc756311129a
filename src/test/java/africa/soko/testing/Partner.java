package africa.soko.testing;

import africa.soko.edge.Environment;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A partner of the sandbox, which can have a live key too.
public final class Partner {
  private final Service service;
  private final String idToken;
  private final String sandboxKey;
  private final String id;
  private @Nullable String liveKey;

  Partner(Service service, String idToken, String sandboxKey) {
    this.service = service;
    this.idToken = idToken;
    this.sandboxKey = sandboxKey;
    id = sandbox().get("/account").expect(200).text("/partnerId");
  }

  public String id() {
    return id;
  }

  public String idToken() {
    return idToken;
  }

  public String key() {
    return sandboxKey;
  }

  public Api sandbox() {
    return service.at(Environment.SANDBOX.base()).as(sandboxKey);
  }

  /// The live side; the first call makes the key and opens the books.
  public Api live() {
    if (liveKey == null) liveKey = service.liveKey(id);
    return service.at(Environment.LIVE.base()).as(liveKey);
  }

  /// The partner's own account in the sandbox.
  public Trader master() {
    return Trader.master(sandbox());
  }

  /// A new sub-account in the sandbox.
  public Trader user() {
    return user(sandbox());
  }

  public Trader verifiedUser() {
    return user().verified("BASIC");
  }

  public Trader verifiedLiveUser() {
    return user(live()).verified("BASIC");
  }

  private static Trader user(Api api) {
    var name = "ext-" + UUID.randomUUID();
    var created = api.post("/users", Map.of("externalId", name, "displayName", "Wanjiru"));
    return Trader.user(api, created.expect(201).text("/subAccountId"), name);
  }
}
