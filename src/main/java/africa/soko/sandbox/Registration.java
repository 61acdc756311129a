package africa.soko.sandbox;

import africa.soko.access.Agreement;
import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.MemberStore;
import africa.soko.access.Membership;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Identity;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Origin;
import africa.soko.edge.Refused;
import africa.soko.edge.RequestName;
import africa.soko.ledger.Account;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.Ledger;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Makes the holder of an ID token a sandbox partner. Every step finds what an earlier call, or one
/// at the same time, has done already.
public final class Registration {
  private static final int FIRST_GENERATION = 1;

  /// What whoever is told a key may do.
  private static final String KEYS = "keys:write";

  private final PartnerStore partners;
  private final MemberStore members;
  private final CredentialStore credentials;
  private final AccountStore accounts;
  private final Ledger ledger;
  private final ApiKeys keys;
  private final Ids ids;
  private final InstantSource clock;
  private final Terms terms;

  /// What a new sandbox partner gets.
  ///
  /// @param seed the virtual money of the master wallet
  /// @param scopes of the sandbox key
  public record Terms(Usd seed, int baseFeeBps, int markupFeeBps, Set<String> scopes) {
    public static Terms of(Config config, Set<String> scopes) {
      return new Terms(
          Usd.of(config.text(Setting.SANDBOX_SEED_USD)),
          config.integer(Setting.FEE_BASE_BPS),
          config.integer(Setting.FEE_MARKUP_BPS),
          scopes);
    }
  }

  /// What the caller gets (SPEC "Onboarding and account").
  public record Registered(
      String apiKey, Usd walletBalance, String partnerId, String keyId, String maskedKey) {}

  /// @param ledger of the sandbox
  /// @param accounts of the sandbox
  public Registration(
      PartnerStore partners,
      CredentialStore credentials,
      AccountStore accounts,
      Ledger ledger,
      ApiKeys keys,
      Ids ids,
      InstantSource clock,
      Terms terms) {
    this.partners = partners;
    members = partners.members();
    this.credentials = credentials;
    this.accounts = accounts;
    this.ledger = ledger;
    this.keys = keys;
    this.ids = ids;
    this.clock = clock;
    this.terms = terms;
  }

  /// Fails with FORBIDDEN for an identity without an email address, and with AUTH_SUSPENDED.
  public Future<Registered> register(Identity identity, RequestName name) {
    return register(identity, Origin.of(identity, null, name));
  }

  /// The same for a request of which the audit log tells.
  Future<Registered> register(Identity identity, Origin origin) {
    var email = identity.email();
    if (email == null || email.isBlank()) {
      return refuse(ErrorCode.FORBIDDEN, "The ID token says no email address");
    }
    return members
        .find(identity, clock.instant())
        .compose(
            known ->
                known.isPresent()
                    ? Future.succeededFuture(known)
                    : insert(identity, partner(identity, email)))
        .map(Optional::orElseThrow)
        .compose(
            member -> {
              if (!isActive(member.partner())) return suspended();
              return member.allows(KEYS)
                  ? register(member.partner(), origin)
                  : Future.failedFuture(KeyRefusals.lacks(KEYS).asException());
            });
  }

  /// Of two that register one identity at a time the second finds what the first has made.
  private Future<Optional<Membership>> insert(Identity identity, Partner partner) {
    var first = Agreement.first(terms.baseFeeBps(), terms.markupFeeBps());
    return partners
        .insert(partner, identity.isVerified(), first)
        .transform(
            made ->
                members
                    .find(identity, clock.instant())
                    .compose(
                        found ->
                            found.isEmpty() && made.failed()
                                ? Future.failedFuture(made.cause())
                                : Future.succeededFuture(found)));
  }

  private Future<Registered> register(Partner partner, Origin origin) {
    var id = partner.partnerId();
    return credential(id)
        .compose(credential -> open(id, origin).map(credential))
        .compose(
            credential ->
                accounts
                    .cash(id, Account.MASTER)
                    .map(balance -> registered(credential, balance.orElseThrow())));
  }

  /// The partner's sandbox key; the next generation of it if the last one is revoked.
  private Future<Credential> credential(String partnerId) {
    return credentials
        .list(partnerId, Environment.SANDBOX)
        .compose(
            known -> {
              var last = newest(known);
              if (last.isPresent() && last.get().revokedAt() == null) {
                return Future.succeededFuture(last.get());
              }
              var generation = last.map(c -> c.generation() + 1).orElse(FIRST_GENERATION);
              return credentials
                  .insert(fresh(partnerId, generation))
                  .compose(_ -> credentials.list(partnerId, Environment.SANDBOX))
                  .map(now -> newest(now).orElseThrow());
            });
  }

  private static Optional<Credential> newest(List<Credential> known) {
    return known.stream()
        .filter(credential -> credential.generation() >= FIRST_GENERATION)
        .max(Comparator.comparingInt(Credential::generation));
  }

  private Future<Void> open(String partnerId, Origin origin) {
    return ledger
        .send(new OpenMasterAccount(partnerId, terms.seed()), origin)
        .compose(Registration::accepted);
  }

  /// What the ledger declined for want of a database is told as it is.
  private static Future<Void> accepted(Answer answer) {
    if (answer.status() < 300) return Future.succeededFuture();
    return answer.status() == ErrorCode.SERVICE_UNAVAILABLE.status()
        ? refuse(ErrorCode.SERVICE_UNAVAILABLE, "The sandbox is away; try again")
        : refuse(ErrorCode.INTERNAL_ERROR, "The wallet cannot be opened now; try again");
  }

  private Registered registered(Credential credential, Usd balance) {
    var key = keys.sandbox(credential.partnerId(), credential.generation());
    return new Registered(
        key, balance, credential.partnerId(), credential.keyId(), credential.maskedKey());
  }

  private Partner partner(Identity identity, String email) {
    return new Partner(
        ids.next("ptn_"),
        Objects.requireNonNullElse(identity.name(), email),
        email,
        identity.subject(),
        Partner.Status.ACTIVE,
        clock.instant());
  }

  private Credential fresh(String partnerId, int generation) {
    var text = keys.sandbox(partnerId, generation);
    return Credential.made(
        text,
        ids.next("key_"),
        partnerId,
        Environment.SANDBOX,
        CredentialType.FULL,
        terms.scopes(),
        generation,
        null,
        clock.instant());
  }

  private static boolean isActive(Partner partner) {
    return partner.status() == Partner.Status.ACTIVE;
  }

  private static <T> Future<T> suspended() {
    return refuse(ErrorCode.AUTH_SUSPENDED, "The partner account is suspended");
  }

  private static <T> Future<T> refuse(ErrorCode code, String message) {
    return Future.failedFuture(Refused.of(code, "%s", message).asException());
  }
}
