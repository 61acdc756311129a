package africa.soko.partner;

import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What the service's operators do with partners (DECISIONS 11).
public final class OperatorRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final PartnerStore partners;

  /// @param tier agreed for the live environment
  record Listed(String partnerId, String businessName, String email, String tier, String status) {}

  record Partners(List<Listed> partners, int count, boolean hasMore, @Nullable String nextCursor) {}

  public OperatorRoutes(PartnerStore partners) {
    this.partners = partners;
  }

  public void bind(Contract contract) {
    contract.read("listPartners", this::list);
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
