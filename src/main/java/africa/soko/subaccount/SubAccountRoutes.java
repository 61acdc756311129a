package africa.soko.subaccount;

import africa.soko.access.ApiKeys;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Caller;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.platform.json.Sent;
import africa.soko.subaccount.SubAccount.Profile;
import africa.soko.subaccount.SubAccountStore.Listed;
import io.vertx.core.Future;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The operations on sub-accounts themselves.
public final class SubAccountRoutes {
  private static final int PAGE_DEFAULT = 100;
  private static final int PAGE_MAX = 500;

  private static final Map<String, Status> STATUSES = words(EnumSet.allOf(Status.class));
  private static final Map<String, Status> SETTABLE =
      words(EnumSet.of(Status.ACTIVE, Status.FROZEN));

  private final Ledger ledger;
  private final SubAccountStore store;
  private final AccountNames names;
  private final ApiKeys keys;

  /// One page of sub-accounts.
  ///
  /// @param totalIsCapped whether there are more than the total says
  record Users(
      List<SubAccountView> users,
      long total,
      boolean totalIsCapped,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  /// A new sub-account.
  record CreateRequest(
      String externalId,
      String displayName,
      @Nullable String email,
      @Nullable String country,
      @Nullable Map<String, String> metadata) {

    CreateSubAccount command(String partnerId) {
      return new CreateSubAccount(
          partnerId,
          Checks.externalId(externalId),
          new Profile(
              Input.name("displayName", displayName, Input.NAME_CHARS_MAX),
              Input.email(email),
              Input.country("country", country),
              Checks.metadata(metadata)));
    }
  }

  /// A user of the partner who may be known already.
  record RegisterRequest(
      String uid, String name, @Nullable String email, @Nullable String country) {

    AutoRegister command(String partnerId, AccountToken token) {
      return new AutoRegister(
          partnerId,
          Input.name("uid", uid, Checks.REFERENCE_CHARS_MAX),
          new Profile(
              Input.name("name", name, Input.NAME_CHARS_MAX),
              Input.email(email),
              Input.country("country", country),
              null),
          token);
    }
  }

  /// A field that is absent stays as it is. `null` takes email, country and metadata away; the
  /// others cannot be without a value.
  record UpdateRequest(
      @Nullable Sent<String> displayName,
      @Nullable Sent<String> email,
      @Nullable Sent<String> country,
      @Nullable Sent<String> status,
      @Nullable Sent<Map<String, String>> metadata) {

    /// What is asked for, of the sub-account that is named.
    Function<String, UpdateSubAccount> command(String partnerId) {
      if (displayName == null
          && email == null
          && country == null
          && status == null
          && metadata == null) {
        throw Refused.of(ErrorCode.VALIDATION_ERROR, "At least one field is required")
            .asException();
      }
      var newName =
          displayName == null
              ? null
              : Input.name(
                  "displayName", present("displayName", displayName), Input.NAME_CHARS_MAX);
      var newEmail = Checks.sent(email, Input::email);
      var newCountry = Checks.sent(country, value -> Input.country("country", value));
      var newStatus =
          status == null ? null : Input.oneOf("status", present("status", status), SETTABLE);
      var newMetadata = Checks.sent(metadata, Checks::metadata);
      return id ->
          new UpdateSubAccount(
              partnerId, id, newName, newEmail, newCountry, newStatus, newMetadata);
    }

    private static String present(String field, Sent<String> sent) {
      var value = sent.value();
      if (value == null) throw Input.invalid(field, "must not be null");
      return value;
    }
  }

  public SubAccountRoutes(Ledger ledger, SubAccountStore store, AccountNames names, ApiKeys keys) {
    this.ledger = ledger;
    this.store = store;
    this.names = names;
    this.keys = keys;
  }

  public void bind(Contract contract) {
    contract.change("createSubAccount", this::create);
    contract.change("autoRegister", this::autoRegister);
    contract.read("listSubAccounts", this::list);
    contract.read("getSubAccount", this::get);
    contract.change("updateSubAccount", this::update);
  }

  private Future<Answer> create(Call call) {
    return send(call, call.body(CreateRequest.class).command(call.caller().partnerId()));
  }

  private Future<Answer> autoRegister(Call call) {
    var request = call.body(RegisterRequest.class);
    var token = AccountToken.fresh(keys, call.caller());
    return send(call, request.command(call.caller().partnerId(), token));
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var status = call.query().one("status", STATUSES);
    return store
        .page(call.caller().partnerId(), status, page)
        .map(
            listed -> {
              var slice = page.slice(listed.found(), SubAccountView::subAccountId);
              return Answer.ok(
                  new Users(
                      slice.items().stream().map(SubAccountView::withoutPerson).toList(),
                      Math.min(listed.total(), SubAccountStore.TOTAL_MAX),
                      isCapped(listed),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    var partner = call.caller().partnerId();
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> store.find(partner, id))
        .map(found -> found.orElseThrow(() -> AccountGate.notFound().asException()))
        .map(
            found ->
                Answer.ok(
                    call.caller() instanceof Caller.SubAccountToken
                        ? found.withoutProfile()
                        : found));
  }

  private Future<Answer> update(Call call) {
    var command = call.body(UpdateRequest.class).command(call.caller().partnerId());
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> send(call, command.apply(id)));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin());
  }

  private static boolean isCapped(Listed listed) {
    return listed.total() > SubAccountStore.TOTAL_MAX;
  }

  private static Map<String, Status> words(Set<Status> statuses) {
    var byWord = new LinkedHashMap<String, Status>();
    for (var status : statuses) byWord.put(status.name().toLowerCase(Locale.ROOT), status);
    return byWord;
  }
}
