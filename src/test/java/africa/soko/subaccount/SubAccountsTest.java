package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.Credential;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.MemoryBooks;
import africa.soko.ledger.Transfer.Conversion;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.json.Sent;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.SubAccount.Identity;
import africa.soko.subaccount.SubAccount.Profile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubAccountsTest {
  private static final String PARTNER = "ptn_1";
  private static final Profile WANJIRU = new Profile("Wanjiru", "w@karibu.example", "KE", null);

  private final MemoryBooks books = new MemoryBooks();

  @BeforeEach
  void seed() {
    books.run(new OpenMasterAccount(PARTNER, Usd.of("100000")));
  }

  @Test
  void a_new_sub_account_is_active_unverified_and_empty_and_emits_nothing() {
    var view = create("user-1");
    assertThat(view.status()).isEqualTo(Status.ACTIVE);
    assertThat(view.kycStatus()).isEqualTo(KycStatus.PENDING);
    assertThat(view.kycLevel()).isNull();
    assertThat(view.walletBalance()).isEqualTo(Usd.ZERO);
    assertThat(view.name()).isEqualTo("Wanjiru");
    assertThat(books.events()).isEmpty();
  }

  @Test
  void an_external_id_is_unique_per_partner() {
    create("user-1");
    assertThat(refused(new CreateSubAccount(PARTNER, "user-1", WANJIRU)))
        .isEqualTo(ErrorCode.CONFLICT);
    accepted(new CreateSubAccount("ptn_2", "user-1", WANJIRU), SubAccountView.class);
    assertThat(books.all(SubAccount.TABLE)).hasSize(2);
  }

  @Test
  void the_same_uid_finds_the_same_sub_account_with_another_token() {
    var first = register("u-1", "svc_oauth_a");
    var second = register("u-1", "svc_oauth_b");
    assertThat(second.subAccountId()).isEqualTo(first.subAccountId());
    assertThat(second.token()).isEqualTo("svc_oauth_b");
    assertThat(books.all(SubAccount.TABLE)).hasSize(1);
    assertThat(books.all(Credential.TABLE))
        .allMatch(issued -> issued.subAccountId().equals(first.subAccountId()))
        .hasSize(2);
  }

  @Test
  void an_update_changes_only_what_was_sent() {
    var id = create("user-1").subAccountId();
    var view =
        accepted(
            new UpdateSubAccount(PARTNER, id, null, new Sent<>(null), null, null, null),
            SubAccountView.class);
    assertThat(view.email()).isNull();
    assertThat(view.country()).isEqualTo("KE");
    assertThat(view.displayName()).isEqualTo("Wanjiru");
    assertThat(books.events()).isEmpty();
  }

  @Test
  void a_freeze_and_its_lifting_are_told_once_each() {
    var id = create("user-1").subAccountId();
    assertThat(move(id, Status.FROZEN).frozenBy()).isEqualTo("partner");
    move(id, Status.FROZEN);
    assertThat(move(id, Status.ACTIVE).frozenBy()).isNull();
    move(id, Status.ACTIVE);
    assertThat(books.events())
        .extracting(Event::data)
        .containsExactly(
            "{\"subAccountId\":\"%s\",\"frozen\":true,\"frozenBy\":\"partner\"}".formatted(id),
            "{\"subAccountId\":\"%s\",\"frozen\":false,\"frozenBy\":\"partner\"}".formatted(id));
  }

  @Test
  void a_freeze_by_compliance_stays_whatever_the_partner_says() {
    var id = create("user-1").subAccountId();
    set(id, account -> account.with(account.standing().withStatus(Status.FROZEN, "compliance")));
    assertThat(refused(update(id, Status.ACTIVE))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(move(id, Status.FROZEN).frozenBy()).isEqualTo("compliance");
  }

  @Test
  void a_frozen_account_moves_no_money_and_takes_an_assertion() {
    var id = funded("user-1", "100");
    move(id, Status.FROZEN);
    assertThat(refusal(deposit(id, "1")).details())
        .containsExactly(new Refused.Detail("reason", "frozen"));
    assertThat(refused(withdraw(id, "1"))).isEqualTo(ErrorCode.FORBIDDEN);
    accepted(kyc(id, KycStatus.VERIFIED, KycLevel.FULL, null), AssertKyc.State.class);
  }

  @Test
  void a_closed_account_refuses_every_change() {
    var id = funded("user-1", "100");
    set(id, account -> account.with(account.standing().withStatus(Status.CLOSED, null)));
    var changes =
        List.of(
            deposit(id, "1"),
            withdraw(id, "1"),
            update(id, Status.ACTIVE),
            kyc(id, KycStatus.VERIFIED, KycLevel.BASIC, null));
    assertThat(changes)
        .extracting(this::refusal)
        .allSatisfy(
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN);
              assertThat(refused.details()).containsExactly(new Refused.Detail("reason", "closed"));
            });
  }

  @ParameterizedTest
  @EnumSource(KycStatus.class)
  void any_status_may_follow_any(KycStatus from) {
    var id = create("user-1").subAccountId();
    for (var to : KycStatus.values()) {
      accepted(kyc(id, from, KycLevel.BASIC, null), AssertKyc.State.class);
      var state = accepted(kyc(id, to, null, null), AssertKyc.State.class);
      assertThat(state.kycStatus()).isEqualTo(to);
      assertThat(state.kycLevel()).isNull();
    }
  }

  @Test
  void an_assertion_keeps_what_it_does_not_carry() {
    var id = create("user-1").subAccountId();
    accepted(kyc(id, KycStatus.IN_REVIEW, null, "session-1"), AssertKyc.State.class);
    var identity = new Identity(null, null, new Fingerprint("0".repeat(64), "4567"), null);
    var state =
        accepted(
            new AssertKyc(PARTNER, id, KycStatus.VERIFIED, KycLevel.BASIC, identity, false),
            AssertKyc.State.class);
    assertThat(state.reference()).isEqualTo("session-1");
    var kept = books.find(SubAccount.TABLE, SubAccount.key(PARTNER, id)).orElseThrow().identity();
    assertThat(kept.idNumber().last4()).isEqualTo("4567");
    assertThat(books.events().getLast().data())
        .isEqualTo(
            "{\"subAccountId\":\"%s\",\"externalId\":\"user-1\",\"kycStatus\":\"VERIFIED\",\"kycLevel\":\"BASIC\",\"reference\":\"session-1\"}"
                .formatted(id));
  }

  @Test
  void a_deposit_comes_from_the_master_wallet() {
    var id = create("user-1").subAccountId();
    var moved = accepted(deposit(id, "250.50"), WalletMove.class);
    assertThat(moved.walletBalance()).isEqualTo(Usd.of("250.50"));
    assertThat(moved.transactionId()).startsWith("txn_");
    assertThat(master()).isEqualTo(Usd.of("99749.50"));
    assertThat(books.events().getLast().data())
        .isEqualTo(
            "{\"subAccountId\":\"%s\",\"externalId\":\"user-1\",\"amount\":250.5,\"currency\":\"USD\",\"newBalance\":250.5}"
                .formatted(id));
  }

  @Test
  void a_local_deposit_tells_the_rate() {
    var id = create("user-1").subAccountId();
    var conversion = new Conversion(new BigDecimal("6450"), "KES", new BigDecimal("129"));
    var money = new Money(Usd.of("50"), conversion);
    var moved = accepted(new Deposit(PARTNER, id, money, "top-up"), WalletMove.class);
    assertThat(moved.localCurrency()).isEqualTo("KES");
    assertThat(books.events().getLast().data())
        .endsWith(
            "\"newBalance\":50,\"localAmount\":6450,\"localCurrency\":\"KES\",\"fxRate\":129}");
  }

  @Test
  void the_master_wallet_must_cover_a_deposit_to_the_cent() {
    var id = create("user-1").subAccountId();
    assertThat(refused(deposit(id, "100000.01"))).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    accepted(deposit(id, "100000"), WalletMove.class);
    assertThat(master()).isEqualTo(Usd.ZERO);
  }

  @Test
  void unsettled_proceeds_stay_in_the_wallet() {
    var id = funded("user-1", "100");
    set(id, account -> account.with(account.balances().withUnsettled(Usd.of("30"))));
    assertThat(refused(withdraw(id, "70.01"))).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    var moved = accepted(withdraw(id, "70"), WalletMove.class);
    assertThat(moved.walletBalance()).isEqualTo(Usd.of("30"));
    assertThat(books.events().getLast().data())
        .isEqualTo(
            "{\"subAccountId\":\"%s\",\"amount\":70,\"currency\":\"USD\",\"newBalance\":30}"
                .formatted(id));
  }

  @Test
  void what_is_not_there_and_what_is_another_partners_are_told_apart_by_nothing() {
    var id = create("user-1").subAccountId();
    var money = Money.of(Usd.of("1"));
    var unknown = refusal(new Deposit(PARTNER, "sub_unknown", money, null));
    var foreign = refusal(new Deposit("ptn_2", id, money, null));
    assertThat(foreign).isEqualTo(unknown);
    assertThat(unknown.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(new Withdraw(PARTNER, Account.MASTER, money, null))).isEqualTo(unknown);
  }

  /// A plain model of the balances is kept beside the books; both must agree after every step.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20261121})
  void money_is_neither_made_nor_lost(long seed) {
    var random = new SplittableRandom(seed);
    var model = new HashMap<String, Long>();
    model.put(Account.MASTER, Usd.of("100000").micros());
    var ids = List.of(create("a").subAccountId(), create("b").subAccountId());
    ids.forEach(id -> model.put(id, 0L));
    for (int step = 0; step < 400; step++) {
      books.pass(Duration.ofMillis(random.nextInt(2)));
      var id = ids.get(random.nextInt(ids.size()));
      var amount = Usd.cents(1 + random.nextLong(6_000_000));
      var money = Money.of(amount);
      var deposits = random.nextBoolean();
      var from = deposits ? Account.MASTER : id;
      var to = deposits ? id : Account.MASTER;
      var command =
          deposits ? new Deposit(PARTNER, id, money, null) : new Withdraw(PARTNER, id, money, null);
      var expected = model.get(from) >= amount.micros();
      assertThat(books.run(command) instanceof Decision.Accepted).isEqualTo(expected);
      if (expected) {
        model.merge(from, -amount.micros(), Long::sum);
        model.merge(to, amount.micros(), Long::sum);
      }
      assertThat(balances()).isEqualTo(model);
    }
    assertThat(balancesByTransfers()).isEqualTo(model);
  }

  private Map<String, Long> balances() {
    var balances = new HashMap<String, Long>();
    books
        .all(Account.TABLE)
        .forEach(a -> balances.put(a.accountId(), a.balances().cash().micros()));
    return balances;
  }

  private Map<String, Long> balancesByTransfers() {
    var balances = new HashMap<String, Long>();
    books.all(Account.TABLE).forEach(a -> balances.put(a.accountId(), 0L));
    for (var transfer : books.transfers()) {
      balances.merge(transfer.from().accountId(), -transfer.amount().micros(), Long::sum);
      balances.merge(transfer.to().accountId(), transfer.amount().micros(), Long::sum);
    }
    balances.remove("soko");
    return balances;
  }

  private SubAccountView create(String externalId) {
    return accepted(new CreateSubAccount(PARTNER, externalId, WANJIRU), SubAccountView.class);
  }

  private String funded(String externalId, String amount) {
    var id = create(externalId).subAccountId();
    accepted(deposit(id, amount), WalletMove.class);
    return id;
  }

  private AutoRegister.Registration register(String uid, String token) {
    return accepted(
        new AutoRegister(PARTNER, uid, WANJIRU, AccountFixture.token(token)),
        AutoRegister.Registration.class);
  }

  private SubAccountView move(String id, Status status) {
    return accepted(update(id, status), SubAccountView.class);
  }

  private static Command update(String id, Status status) {
    return new UpdateSubAccount(PARTNER, id, null, null, null, status, null);
  }

  private static Command deposit(String id, String amount) {
    return new Deposit(PARTNER, id, Money.of(Usd.of(amount)), null);
  }

  private static Command withdraw(String id, String amount) {
    return new Withdraw(PARTNER, id, Money.of(Usd.of(amount)), null);
  }

  private static Command kyc(String id, KycStatus status, KycLevel level, String reference) {
    return new AssertKyc(
        PARTNER, id, status, level, new Identity(reference, null, null, null), false);
  }

  private void set(String id, java.util.function.UnaryOperator<Account> change) {
    var account = books.find(Account.TABLE, Account.key(PARTNER, id)).orElseThrow();
    books.put(Account.TABLE, change.apply(account));
  }

  private Usd master() {
    return books
        .find(Account.TABLE, Account.key(PARTNER, Account.MASTER))
        .orElseThrow()
        .balances()
        .cash();
  }

  private <T> T accepted(Command command, Class<T> answer) {
    var decision = books.run(command);
    assertThat(decision).isInstanceOf(Decision.Accepted.class);
    return answer.cast(((Decision.Accepted) decision).answer());
  }

  private Refused refusal(Command command) {
    var before = balances();
    var decision = books.run(command);
    assertThat(decision).isInstanceOf(Decision.Declined.class);
    assertThat(balances()).isEqualTo(before);
    return ((Decision.Declined) decision).refused();
  }

  private ErrorCode refused(Command command) {
    return refusal(command).code();
  }
}
