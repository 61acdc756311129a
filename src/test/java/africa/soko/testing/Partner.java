package africa.soko.testing;

import africa.soko.edge.Environment;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
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

  /// The payloads of all events of this name in the sandbox, in the order of the log.
  public List<JsonNode> events(String name) {
    var sql =
        "SELECT coalesce(json_agg(data::json ORDER BY sequence), '[]')::text FROM event"
            + " WHERE partner_id = '%s' AND event = '%s'";
    var all = service.ask(Environment.SANDBOX, sql.formatted(id, name));
    return StreamSupport.stream(Reply.read((String) all).spliterator(), false).toList();
  }

  private static Trader user(Api api) {
    var name = "ext-" + UUID.randomUUID();
    var created = api.post("/users", Map.of("externalId", name, "displayName", "Wanjiru"));
    return Trader.user(api, created.expect(201).text("/subAccountId"), name);
  }
}
