package africa.soko.event;

import java.util.Set;

/// The names that events have (SPEC "Event catalogue").
public final class EventCatalogue {
  /// What a test delivery carries (DECISIONS "Alerts, events, corporate actions").
  public static final String TEST = "test.event";

  public static final Set<String> NAMES =
      Set.of(
          "order.pending",
          "order.filled",
          "order.rejected",
          "order.cancelled",
          "order.replaced",
          "trade.settled",
          "trade.rejected",
          "deposit.confirmed",
          "withdraw.confirmed",
          "wallet.credited",
          "kyc.updated",
          "account.frozen",
          "account.closed",
          "dividend.paid",
          "corporateaction.declared",
          "corporateaction.split",
          "corporateaction.suspension",
          "corporateaction.delisting",
          "corporateaction.rights_issue",
          "corporateaction.symbol_changed",
          "quote.expired",
          "price.alert",
          "market.status",
          "incident.declared",
          "incident.resolved",
          TEST);

  private EventCatalogue() {}
}
