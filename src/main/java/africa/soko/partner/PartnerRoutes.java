package africa.soko.partner;

import africa.soko.access.Agreement;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.ledger.Account;
import africa.soko.ledger.AccountStore;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The partner's view of itself.
public final class PartnerRoutes {
  private final PartnerStore partners;
  private final CredentialStore credentials;
  private final AccountStore accounts;

  /// SPEC "Partner account".
  record AccountView(
      String partnerId,
      String businessName,
      String email,
      String tier,
      String status,
      String environment,
      Usd walletBalance,
      String currency,
      List<ApiKey> apiKeys,
      FeatureFlags featureFlags,
      Instant createdAt) {}

  record ApiKey(
      String keyId,
      String type,
      String maskedKey,
      List<String> scopes,
      Instant createdAt,
      @Nullable Instant lastUsedAt,
      @Nullable Instant expiresAt) {}

  record FeatureFlags(boolean oauthClientCredentialsEnabled) {}

  /// @param accounts of the environment that is bound
  public PartnerRoutes(PartnerStore partners, CredentialStore credentials, AccountStore accounts) {
    this.partners = partners;
    this.credentials = credentials;
    this.accounts = accounts;
  }

  public void bind(Contract contract) {
    contract.read("getAccount", this::account);
  }

  private Future<Answer> account(Call call) {
    var id = call.caller().partnerId();
    var partner = partners.find(id);
    var agreed = partners.agreed(id, call.environment());
    var keys = keys(id, call.environment());
    var balance = accounts.cash(id, Account.MASTER);
    return Future.all(partner, agreed, keys, balance)
        .map(
            _ ->
                Answer.ok(
                    account(
                        partner.result().orElseThrow(),
                        agreed.result().orElseThrow(),
                        call.environment(),
                        keys.result(),
                        balance.result().orElse(Usd.ZERO))));
  }

  /// The keys that work, the newest first.
  private Future<List<Credential>> keys(String partnerId, Environment environment) {
    return credentials
        .list(partnerId, environment)
        .map(all -> all.stream().filter(key -> key.revokedAt() == null).toList());
  }

  private static AccountView account(
      Partner partner,
      Agreement agreed,
      Environment environment,
      List<Credential> keys,
      Usd balance) {
    return new AccountView(
        partner.partnerId(),
        partner.businessName(),
        partner.email(),
        word(agreed.tier()),
        word(partner.status()),
        environment.schema(),
        balance,
        "USD",
        keys.stream().map(PartnerRoutes::apiKey).toList(),
        new FeatureFlags(agreed.oauthClientCredentialsEnabled()),
        partner.createdAt());
  }

  private static ApiKey apiKey(Credential key) {
    return new ApiKey(
        key.keyId(),
        word(key.type()),
        key.maskedKey(),
        key.scopes().stream().sorted().toList(),
        key.createdAt(),
        key.lastUsedAt(),
        key.expiresAt());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
