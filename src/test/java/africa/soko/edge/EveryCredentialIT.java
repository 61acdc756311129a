package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.ApiKeys;
import africa.soko.access.FullScopes;
import africa.soko.access.KeyKind;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every operation with every kind of credential, with every single scope and in both environments,
/// over HTTP, held against what the contract says of it. Changes are sent without an
/// Idempotency-Key, those that need none with a body that is none of theirs, and the stream from a
/// time that is none: who is let in is told 400, and nothing changes. A token is asked for with
/// each credential as its client's secret, and given.
@SokoTest
class EveryCredentialIT {
  private static final String ALLOW =
      "UPDATE partner_terms SET oauth_client_credentials_enabled = true,"
          + " requests_per_minute = 10000000 WHERE partner_id = '%s'";
  private static final int BAD_REQUEST = 400;
  private static final String MARKET = "market:read";
  private static final Set<String> OF_A_DEVICE =
      Set.of("accounts:read", MARKET, "trading:read", "wallets:read");
  private static final Map<String, Integer> NO_BODY_OF_ANY = Map.of("noField", 1);
  private static final Set<String> LACKING =
      Set.of("The key lacks the scope", "A data key reads", "The token reads one sub-account");

  /// What is held against the contract; a change without a key is 400 of this code.
  private enum Told {
    LET_IN,
    NOT_KNOWN,
    NOT_ALLOWED
  }

  private enum Kind {
    FULL,
    DATA,
    DEVICE,
    ID_TOKEN,
    /// None, or one that nobody has, or of the other environment.
    USELESS
  }

  /// @param text what is shown, or null for nothing
  /// @param userId the only sub-account that it may see, or null
  /// @param keyId what it is as a client of the token grant, or null for what is no key
  private record Credential(
      String name,
      Kind kind,
      @Nullable String text,
      Set<String> scopes,
      @Nullable String userId,
      @Nullable String keyId) {

    Told expected(ContractOperation operation) {
      return switch (operation.auth()) {
        case "none", "visitor" -> Told.LET_IN;
        case "client" -> keyId == null ? Told.NOT_KNOWN : Told.LET_IN;
        default -> asShown(operation);
      };
    }

    private Told asShown(ContractOperation operation) {
      boolean byIdentity = operation.auth().endsWith("id-token");
      boolean byKey = operation.auth().startsWith("key");
      return switch (kind) {
        case USELESS -> Told.NOT_KNOWN;
        case ID_TOKEN -> byIdentity ? Told.LET_IN : Told.NOT_KNOWN;
        case DATA ->
            operation.auth().equals("key-or-data") && grants(operation)
                ? Told.LET_IN
                : Told.NOT_ALLOWED;
        case FULL -> byKey ? letIn(grants(operation)) : Told.NOT_KNOWN;
        case DEVICE ->
            byKey
                ? letIn(
                    grants(operation)
                        && (operation.path().startsWith("/users/{userId}")
                            || operation.scope().equals(MARKET)))
                : Told.NOT_KNOWN;
      };
    }

    private boolean grants(ContractOperation operation) {
      return operation.scope().equals("none") || scopes.contains(operation.scope());
    }

    private static Told letIn(boolean granted) {
      return granted ? Told.LET_IN : Told.NOT_ALLOWED;
    }
  }

  @Test
  void the_contract_is_what_happens(Service service, Partner partner) {
    service.execute(ALLOW.formatted(partner.id()));
    var sandbox = credentials(service, partner, partner.sandbox());
    var live = credentials(service, partner, partner.live());
    var faults = new ArrayList<String>();
    int sent = 0;
    for (var operation : operations()) {
      for (var environment : environments(operation)) {
        var own = environment == Environment.SANDBOX ? sandbox : live;
        var others = environment == Environment.SANDBOX ? live : sandbox;
        for (var credential : Stream.concat(own.stream(), elsewhere(others)).toList()) {
          var reply = send(service, environment, operation, credential);
          sent++;
          if (told(reply) != credential.expected(operation) || isUnlike(operation, reply)) {
            faults.add(
                "%s in %s with %s: %s".formatted(operation, environment, credential.name, reply));
          }
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(sent).isGreaterThan(5_000);
  }

  private static List<ContractOperation> operations() {
    return Stream.concat(ContractOperation.all().stream(), Stream.of(ContractOperation.stream()))
        .toList();
  }

  /// Whatever is not let in has the code of its status; who is let in is told what is wrong.
  private static boolean isUnlike(ContractOperation operation, Reply reply) {
    return switch (told(reply)) {
      case NOT_KNOWN -> !Set.of("AUTH_MISSING", "AUTH_INVALID").contains(reply.code());
      case NOT_ALLOWED -> !reply.code().equals("FORBIDDEN");
      case LET_IN -> {
        if (operation.auth().equals("client")) yield reply.status() != 200;
        if (needsKey(operation)) yield !reply.code().equals("MISSING_IDEMPOTENCY_KEY");
        boolean isSpoiled = operation.isChange() || operation.kind().equals("stream");
        yield isSpoiled && reply.status() != BAD_REQUEST;
      }
    };
  }

  private static boolean needsKey(ContractOperation operation) {
    return operation.errors().contains("MISSING_IDEMPOTENCY_KEY");
  }

  private static Told told(Reply reply) {
    if (reply.status() == 401) return Told.NOT_KNOWN;
    if (reply.status() != 403) return Told.LET_IN;
    var message = reply.text("/error/message");
    return LACKING.stream().anyMatch(message::startsWith) ? Told.NOT_ALLOWED : Told.LET_IN;
  }

  private static List<Environment> environments(ContractOperation operation) {
    return operation.base().equals("partner")
        ? List.of(Environment.values())
        : List.of(Environment.SANDBOX);
  }

  private static Reply send(
      Service service,
      Environment environment,
      ContractOperation operation,
      Credential credential) {
    var path = operation.path();
    for (var parameter : operation.parameters()) {
      if (!parameter.in().equals("path")) continue;
      var own = parameter.name().equals("userId") ? credential.userId : null;
      path = path.replace("{" + parameter.name() + "}", own == null ? "x" : own);
    }
    if (operation.kind().equals("stream")) path += "?since=x";
    var base = service.at(operation.base().equals("root") ? "" : environment.base());
    if (operation.auth().equals("client")) {
      return ask(base, credential.keyId, credential.text, null);
    }
    var request = base.as(credential.text).request(operation.method(), path).withoutKey();
    if (operation.isChange() && !needsKey(operation)) request.body(NO_BODY_OF_ANY);
    return request.send();
  }

  private static Stream<Credential> elsewhere(List<Credential> of) {
    return of.stream()
        .filter(one -> Set.of(Kind.FULL, Kind.DATA, Kind.DEVICE).contains(one.kind))
        // A data key is told what it may not even where it is not at home.
        .filter(one -> one.kind != Kind.DATA)
        .limit(2)
        .map(
            one ->
                new Credential(
                    "elsewhere " + one.name, Kind.USELESS, one.text, Set.of(), null, null));
  }

  private static List<Credential> credentials(Service service, Partner partner, Api api) {
    var all = new ArrayList<Credential>();
    var keyId = api.get("/account").expect(200).text("/apiKeys/0/keyId");
    all.add(new Credential("the key", Kind.FULL, api.credential(), FullScopes.ALL, null, keyId));
    for (var scope : new TreeSet<>(FullScopes.ALL)) {
      var token = ask(api, keyId, api.credential(), scope).expect(200).text("/access_token");
      all.add(new Credential(scope, Kind.FULL, token, Set.of(scope), null, null));
    }
    var data = api.post("/api-keys/data-key", "").expect(201);
    all.add(
        new Credential(
            "a data key",
            Kind.DATA,
            data.text("/dataKey"),
            Set.of(MARKET),
            null,
            data.text("/keyId")));
    var person = Map.of("uid", UUID.randomUUID().toString(), "name", "W", "email", "w@k.example");
    var opened = api.post("/auto-register", person).expect(201);
    all.add(
        new Credential(
            "a device",
            Kind.DEVICE,
            opened.text("/token"),
            OF_A_DEVICE,
            opened.text("/subAccountId"),
            null));
    all.add(new Credential("an ID token", Kind.ID_TOKEN, partner.idToken(), Set.of(), null, null));
    var nobodys = new ApiKeys(new byte[32]).generate(KeyKind.LIVE);
    all.add(new Credential("nothing", Kind.USELESS, null, Set.of(), null, null));
    all.add(new Credential("an unknown key", Kind.USELESS, nobodys, Set.of(), null, null));
    all.add(new Credential("a word", Kind.USELESS, "word", Set.of(), null, null));
    return all;
  }

  /// Asks for a token as a client of this base.
  private static Reply ask(
      Api api, @Nullable String keyId, @Nullable String secret, @Nullable String scope) {
    var grant =
        Map.of(
            "grant_type",
            "client_credentials",
            "client_id",
            Objects.requireNonNullElse(keyId, "key_x"),
            "client_secret",
            Objects.requireNonNullElse(secret, ""),
            "scope",
            Objects.requireNonNullElse(scope, ""));
    return api.as(null).request("POST", "/oauth/token").withoutKey().body(grant).send();
  }
}
