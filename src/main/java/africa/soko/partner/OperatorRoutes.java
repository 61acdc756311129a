package africa.soko.partner;

import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.ledger.Ledger;
import africa.soko.subaccount.Checks;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the service's operators do with partners (DECISIONS 11).
public final class OperatorRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final BigDecimal USD_MAX = new BigDecimal("1000000000");

  private final PartnerStore partners;
  private final Function<Environment, Ledger> ledgers;

  /// @param tier agreed for the live environment
  record Listed(String partnerId, String businessName, String email, String tier, String status) {}

  record Partners(List<Listed> partners, int count, boolean hasMore, @Nullable String nextCursor) {}

  /// @param environment whose books are meant
  record TopUpRequest(BigDecimal amountUsd, Environment environment, @Nullable String note) {}

  /// @param ledgers that of an environment
  public OperatorRoutes(PartnerStore partners, Function<Environment, Ledger> ledgers) {
    this.partners = partners;
    this.ledgers = ledgers;
  }

  public void bind(Contract contract) {
    contract.read("listPartners", this::list);
    contract.change("topUpWallet", this::topUp);
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

  private Future<Answer> topUp(Call call) {
    var request = call.body(TopUpRequest.class);
    var amount = Checks.usd("amountUsd", request.amountUsd, USD_MAX);
    var command = new TopUp(call.path("partnerId"), amount, Checks.note(request.note));
    return ledgers.apply(request.environment).send(command, call.origin());
  }

  private static Listed listed(PartnerStore.Agreed found) {
    var partner = found.partner();
    return new Listed(
        partner.partnerId(),
        partner.businessName(),
        partner.email(),
        word(found.live().tier()),
        word(partner.status()));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
