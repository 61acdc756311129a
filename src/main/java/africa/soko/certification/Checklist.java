package africa.soko.certification;

import africa.soko.feature.Check;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All checks, and how far a partner is with them.
public final class Checklist {
  private final List<Check> automatic;
  private final CertificationStore store;

  record View(
      Certification.Status status,
      @Nullable Instant requestedAt,
      @Nullable Instant decidedAt,
      @Nullable String note,
      List<CheckView> checks) {}

  /// @param declared by the features
  public Checklist(List<Check> declared, CertificationStore store) {
    automatic = Stream.concat(declared.stream(), Sightings.CHECKS.stream()).toList();
    this.store = store;
  }

  List<String> checkIds() {
    return Stream.concat(
            automatic.stream().map(Check::checkId),
            Stream.of(OwnCheck.values()).map(OwnCheck::checkId))
        .toList();
  }

  /// Ticks what the partner has shown since somebody looked.
  Future<?> look(String partnerId, Instant now) {
    return store
        .states(partnerId)
        .compose(
            states -> {
              var passed = states.stream().map(CheckState::checkId).collect(Collectors.toSet());
              var open = automatic.stream().filter(c -> !passed.contains(c.checkId())).toList();
              return store.shown(partnerId, open, now);
            })
        .compose(shown -> store.pass(partnerId, shown, now));
  }

  Future<View> of(String partnerId, Instant now) {
    return look(partnerId, now)
        .compose(_ -> Future.all(store.find(partnerId), store.states(partnerId)))
        .map(
            both -> {
              Optional<Certification> asked = both.resultAt(0);
              List<CheckState> states = both.resultAt(1);
              return view(asked.orElseGet(() -> Certification.begun(partnerId)), states);
            });
  }

  private View view(Certification asked, List<CheckState> states) {
    var byId = states.stream().collect(Collectors.toMap(CheckState::checkId, Function.identity()));
    var checks =
        Stream.concat(
                automatic.stream().map(check -> CheckView.of(check, byId.get(check.checkId()))),
                Stream.of(OwnCheck.values())
                    .map(check -> CheckView.of(check, byId.get(check.checkId()))))
            .toList();
    return new View(asked.status(), asked.requestedAt(), asked.decidedAt(), asked.note(), checks);
  }
}
