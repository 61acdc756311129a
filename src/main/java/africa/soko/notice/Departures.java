package africa.soko.notice;

import africa.soko.edge.Lifecycle;
import africa.soko.platform.id.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells partners what goes out of the interface (SPEC "Versioning" 6). Of a deprecation those are
/// told who were there when it was announced; of a removal everybody, until its day.
final class Departures implements Teller {
  static final int PARTNERS_MAX = 500;

  private final List<Lifecycle> lifecycles;
  private final NoticeStore store;
  private final Ids ids;
  private final InstantSource clock;
  private final String site;

  /// @param site where partners reach the service, or nothing
  Departures(
      List<Lifecycle> lifecycles, NoticeStore store, Ids ids, InstantSource clock, String site) {
    this.lifecycles = List.copyOf(lifecycles);
    this.store = store;
    this.ids = ids;
    this.clock = clock;
    this.site = site;
  }

  @Override
  public boolean tell() {
    var now = clock.instant();
    var more = false;
    for (var each : lifecycles) {
      if (!each.isRetiredAt(now)) more |= tell(each, now);
    }
    return more;
  }

  private boolean tell(Lifecycle lifecycle, Instant now) {
    var removal = lifecycle.removalOn();
    var cause = cause(lifecycle, removal);
    var before = removal == null ? endOf(lifecycle.announcedOn()) : Instant.MAX;
    var untold = store.untold(cause, min(before, now.plusSeconds(1)), PARTNERS_MAX).await();
    if (untold.isEmpty()) return false;
    store
        .add(untold.stream().map(id -> notice(id, cause, lifecycle, removal, now)).toList())
        .await();
    return untold.size() == PARTNERS_MAX;
  }

  private Notice notice(
      String partnerId,
      String cause,
      Lifecycle lifecycle,
      @Nullable LocalDate removal,
      Instant now) {
    return new Notice(
        partnerId,
        ids.next("ntc_"),
        cause,
        null,
        removal == null ? Notice.Type.DEPRECATION : Notice.Type.REMOVAL,
        lifecycle.item(),
        removal == null
            ? "%s is deprecated".formatted(lifecycle.item())
            : "%s is removed on %s".formatted(lifecycle.item(), removal),
        text(lifecycle),
        now);
  }

  /// A removal that is moved to another day is another one.
  private static String cause(Lifecycle lifecycle, @Nullable LocalDate removal) {
    return removal == null
        ? "DEPRECATION " + lifecycle.item()
        : "REMOVAL %s %s".formatted(lifecycle.item(), removal);
  }

  private String text(Lifecycle lifecycle) {
    var emergency = lifecycle.emergency();
    return """
    %s: %s
    Replacement: %s
    How to move over: %s
    Announced: %s
    Last supported: %s
    Removal: %s
    %sSee %s/changelog#%s
    """
        .formatted(
            lifecycle.kind() == Lifecycle.Kind.OPERATION ? "Operation" : "Field",
            lifecycle.item(),
            lifecycle.replacement(),
            lifecycle.guide(),
            lifecycle.announcedOn(),
            day(lifecycle.lastSupportedOn()),
            day(lifecycle.removalOn()),
            emergency == null ? "" : "Sooner than usual: " + emergency + "\n",
            site,
            lifecycle.anchor());
  }

  private static String day(@Nullable LocalDate date) {
    return date == null ? "not decided" : date.toString();
  }

  private static Instant endOf(LocalDate date) {
    return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Instant min(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
