package africa.soko.market;

import africa.soko.edge.Call;
import africa.soko.edge.Environment;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.TradingCalendars;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The market of one environment, as each of its partners sees it: what all share, with what
/// operators have declared and what the environment has different on top, and on top of that what
/// is the partner's own. It may be asked from any thread and never waits.
public final class Market {

  /// What differs, for all and by partner.
  private record Overlays(Overlay everybody, Map<String, Overlay> partners) {}

  /// What was made of one shared view; partners' own views are made when they first ask.
  private record Seen(
      MarketView shared,
      Overlay declared,
      Overlays overlays,
      MarketView everybody,
      ConcurrentHashMap<String, MarketView> own) {}

  private final SharedMarket shared;
  private final Environment environment;
  private volatile Overlays overlays = new Overlays(Overlay.NONE, Map.of());
  // Two threads may make the same one; either is right.
  private volatile @Nullable Seen seen;

  public Market(SharedMarket shared, Environment environment) {
    this.shared = shared;
    this.environment = environment;
  }

  /// The market as a partner sees it.
  public MarketView of(String partnerId) {
    var current = seen();
    var overlay = current.overlays.partners.get(partnerId);
    if (overlay == null) return current.everybody;
    return current.own.computeIfAbsent(
        partnerId, _ -> current.everybody.with(overlay, Prepared.BYTES_MAX_OF_FEW));
  }

  /// The market as all of those see it of whom nothing is different.
  public MarketView view() {
    return seen().everybody;
  }

  /// The market as whoever sends a request sees it.
  public MarketView of(Call call) {
    return of(call.caller().partnerId());
  }

  /// The partners who see something else than all others.
  public Set<String> partnersApart() {
    return overlays.partners.keySet();
  }

  /// Replaces everything that differs here.
  ///
  /// @param partners by the partner's identifier
  public void overlay(Overlay everybody, Map<String, Overlay> partners) {
    overlays = new Overlays(everybody, Map.copyOf(partners));
  }

  public Exchanges exchanges() {
    return shared.exchanges();
  }

  public TradingCalendars calendars() {
    return shared.calendars();
  }

  @SuppressWarnings("ReferenceEquality") // a view, and overlays, are replaced and never change
  private Seen seen() {
    var current = seen;
    var base = shared.view();
    var declared = shared.declared(environment);
    var layers = overlays;
    if (current == null
        || current.shared != base
        || current.declared != declared
        || current.overlays != layers) {
      var everybody =
          base.with(declared, Prepared.BYTES_MAX).with(layers.everybody, Prepared.BYTES_MAX);
      current = new Seen(base, declared, layers, everybody, new ConcurrentHashMap<>());
      seen = current;
    }
    return current;
  }
}
