package africa.soko.organization;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a ticket is about.
enum TicketCategory {
  ACCESS("Access, keys and members"),
  SECURITY("Security"),
  ACCOUNTS("Sub-accounts and KYC"),
  WALLETS("Wallets and funding"),
  TRADING("Orders and settlement"),
  MARKET_DATA("Market data"),
  EVENTS("Webhooks and streams"),
  OTHER("Anything else");

  /// By what they are called in requests.
  static final Map<String, TicketCategory> BY_ID =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(TicketCategory::id, category -> category));

  private final String title;

  TicketCategory(String title) {
    this.title = title;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }
}
