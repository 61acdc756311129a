package africa.soko.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the model knows of one account: it is tried on copies, and kept once an order of events was
/// found that explains all answers. Amounts in cents.
final class Account {
  private static final int KEPT_MAX = 6;

  /// Whether it is the partner's own, whose wallet everybody moves: it is compared at the end.
  final boolean isMaster;

  /// The reference under which a sub-account is made, if it is made so.
  final @Nullable String externalId;

  @Nullable String id;
  String name = "";
  boolean frozen;
  String kycStatus = "PENDING";
  @Nullable String kycLevel;
  long cash;

  /// Proceeds of sales on their way to settlement.
  long unsettled;

  /// What its changes brought the master wallet, or took from it, since it was last gathered.
  long toMaster;

  /// The events that its changes must have made, since they were last gathered.
  List<String> events = new ArrayList<>();

  final Map<String, Holding> holdings = new HashMap<>();
  final Map<String, Order> orders = new LinkedHashMap<>();
  final Map<String, Issued> quotes = new LinkedHashMap<>();
  final Set<String> webhooks = new LinkedHashSet<>();

  /// A quote that was issued.
  ///
  /// @param totalCost in cents
  /// @param askedNanos when it was asked for; it is no older than that
  record Issued(
      Op.Quote asked, BigDecimal quantity, long totalCost, boolean used, long askedNanos) {
    Issued spent() {
      return new Issued(asked, quantity, totalCost, true, askedNanos);
    }
  }

  private Account(boolean isMaster, @Nullable String externalId) {
    this.isMaster = isMaster;
    this.externalId = externalId;
  }

  static Account master() {
    var master = new Account(true, null);
    master.id = "master";
    return master;
  }

  /// One that does not exist yet.
  static Account named(@Nullable String externalId) {
    return new Account(false, externalId);
  }

  Account copy() {
    var copy = new Account(isMaster, externalId);
    copy.id = id;
    copy.name = name;
    copy.frozen = frozen;
    copy.kycStatus = kycStatus;
    copy.kycLevel = kycLevel;
    copy.cash = cash;
    copy.unsettled = unsettled;
    copy.toMaster = toMaster;
    copy.events = new ArrayList<>(events);
    holdings.forEach((symbol, holding) -> copy.holdings.put(symbol, holding.copy()));
    orders.forEach((orderId, order) -> copy.orders.put(orderId, order.copy()));
    copy.quotes.putAll(quotes);
    copy.webhooks.addAll(webhooks);
    return copy;
  }

  String id() {
    if (id == null) throw new IllegalStateException("The account does not exist yet");
    return id;
  }

  /// Every other account goes by its own name.
  String path() {
    if (isMaster) return "";
    var byName = externalId != null && externalId.hashCode() % 2 == 0;
    return "/users/" + (byName ? "ext:" + externalId : id());
  }

  boolean isVerified() {
    return isMaster || kycStatus.equals("VERIFIED");
  }

  long withdrawable() {
    return Math.max(0, cash - unsettled);
  }

  Holding holding(String symbol) {
    return holdings.computeIfAbsent(symbol, _ -> new Holding());
  }

  /// Forgets the oldest of what is over, so that copies stay small.
  void trim() {
    trim(orders, order -> !order.isOpen());
    trim(quotes, _ -> true);
  }

  private static <V> void trim(Map<String, V> kept, Predicate<V> isOver) {
    var oldest = kept.values().iterator();
    while (kept.size() > KEPT_MAX && oldest.hasNext()) {
      if (isOver.test(oldest.next())) oldest.remove();
    }
  }

  void event(String name, Object... details) {
    var text = new StringBuilder(name);
    for (var detail : details) text.append(' ').append(detail);
    events.add(text.toString());
  }

  /// All that tells two states apart.
  String text() {
    return "%s %s %s %s %s %s %s %s %s"
        .formatted(
            this,
            name,
            toMaster,
            events.stream().sorted().toList(),
            new TreeMap<>(holdings),
            new TreeMap<>(orders),
            new TreeMap<>(quotes),
            webhooks,
            isMaster);
  }

  @Override
  public String toString() {
    return "%s: %d cents, %d unsettled, %s %s%s"
        .formatted(id, cash, unsettled, kycStatus, kycLevel, frozen ? ", frozen" : "");
  }
}
