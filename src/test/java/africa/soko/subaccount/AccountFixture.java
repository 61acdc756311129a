package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.ApiKeys;
import africa.soko.access.FullScopes;
import africa.soko.access.KeyKind;
import africa.soko.edge.Environment;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.ledger.Command;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.SubAccount.Profile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Sub-accounts for tests of other packages.
public final class AccountFixture {
  private static final ApiKeys KEYS =
      new ApiKeys("a server secret of a test".getBytes(StandardCharsets.UTF_8));

  private AccountFixture() {}

  /// Sub-accounts with 100 USD each, the last of them opened by auto-register; their ids.
  public static List<String> fill(BooksOnDisk books, String partnerId, int users) {
    var ids = new ArrayList<String>();
    for (int i = 0; i < users - 1; i++) {
      ids.add(idOf(books.run(create(partnerId, books.ids().next("ext-"))).body().toString()));
    }
    ids.add(idOf(books.run(register(partnerId, books.ids().next("uid-"))).body().toString()));
    for (var id : ids) {
      assertThat(books.run(deposit(partnerId, id, Usd.of("100"))).status()).isEqualTo(200);
    }
    return ids;
  }

  public static Command create(String partnerId, String externalId) {
    return new CreateSubAccount(partnerId, externalId, profile());
  }

  public static Command register(String partnerId, String uid) {
    return new AutoRegister(partnerId, uid, profile(), token(KEYS.generate(KeyKind.TOKEN)));
  }

  public static Command deposit(String partnerId, String id, Usd amount) {
    return new Deposit(partnerId, id, Money.of(amount), "a note");
  }

  public static Command withdraw(String partnerId, String id, Usd amount) {
    return new Withdraw(partnerId, id, Money.of(amount), null);
  }

  private static Profile profile() {
    return new Profile("Wanjiru", "w@karibu.example", "KE", "{\"plan\":\"gold\"}");
  }

  private static String idOf(String body) {
    var start = body.indexOf("sub_");
    assertThat(start).as(body).isPositive();
    return body.substring(start, body.indexOf('"', start));
  }

  static AccountToken token(String text) {
    return new AccountToken(text, Environment.SANDBOX, FullScopes.ALL, "key_1", null);
  }
}
