package africa.soko.partner;

import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.access.Tier;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the service's operators do with partners (DECISIONS 11).
public final class OperatorRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final PartnerStore partners;
  private final CredentialStore credentials;

  /// @param tier agreed for the live environment
  record Listed(
      String partnerId, String businessName, String email, Tier tier, Partner.Status status) {}

  record Partners(List<Listed> partners, int count, boolean hasMore, @Nullable String nextCursor) {}

  /// Those that were replaced or revoked as well.
  record Keys(List<Key> keys) {}

  record Key(
      String keyId,
      String type,
      String maskedKey,
      Set<String> scopes,
      Instant createdAt,
      @Nullable Instant lastUsedAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {}

  record Whole(
      String partnerId,
      String businessName,
      String email,
      @Nullable String technicalContactEmail,
      Partner.Status status,
      TermsView live,
      TermsView sandbox,
      Instant createdAt) {}

  public OperatorRoutes(PartnerStore partners, CredentialStore credentials) {
    this.partners = partners;
    this.credentials = credentials;
  }

  public void bind(Contract contract) {
    contract.read("listPartners", this::list);
    contract.read("getPartner", this::get);
    contract.read("listPartnerKeys", this::keys);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return partners
        .page(page)
        .map(
            found -> {
              var slice = page.slice(found, one -> one.partner().partnerId());
              return Answer.ok(
                  new Partners(
                      slice.items().stream().map(OperatorRoutes::listed).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    var id = call.path("partnerId");
    var found = partners.find(id);
    var live = partners.agreed(id, Environment.LIVE);
    var sandbox = partners.agreed(id, Environment.SANDBOX);
    return Future.all(found, live, sandbox)
        .map(
            _ -> {
              var partner = found.result().orElseThrow(OperatorRoutes::unknown);
              return Answer.ok(
                  new Whole(
                      id,
                      partner.businessName(),
                      partner.email(),
                      partner.technicalContactEmail(),
                      partner.status(),
                      TermsView.of(live.result().orElseThrow()),
                      TermsView.of(sandbox.result().orElseThrow()),
                      partner.createdAt()));
            });
  }

  private Future<Answer> keys(Call call) {
    var environment = call.query().environment();
    var id = call.path("partnerId");
    var found = partners.find(id);
    var keys = credentials.list(id, environment);
    return Future.all(found, keys)
        .map(
            _ -> {
              if (found.result().isEmpty()) throw unknown();
              return Answer.ok(new Keys(keys.result().stream().map(OperatorRoutes::key).toList()));
            });
  }

  private static Key key(Credential key) {
    return new Key(
        key.keyId(),
        key.isData() ? "data" : "full",
        key.maskedKey(),
        new TreeSet<>(key.scopes()),
        key.createdAt(),
        key.lastUsedAt(),
        key.expiresAt(),
        key.revokedAt());
  }

  private static RuntimeException unknown() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such partner").asException();
  }

  private static Listed listed(PartnerStore.Agreed found) {
    var partner = found.partner();
    return new Listed(
        partner.partnerId(),
        partner.businessName(),
        partner.email(),
        found.live().tier(),
        partner.status());
  }
}
