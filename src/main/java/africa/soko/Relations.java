package africa.soko;

import africa.soko.certification.CertificationOperators;
import africa.soko.certification.CertificationStore;
import africa.soko.certification.Certifications;
import africa.soko.certification.Checklist;
import africa.soko.certification.Sightings;
import africa.soko.edge.Contract;
import africa.soko.edge.Lifecycle;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Worker;
import africa.soko.notice.NoticeStore;
import africa.soko.notice.NoticeVerticle;
import africa.soko.notice.Notices;
import africa.soko.organization.TicketOperators;
import africa.soko.platform.config.Config;
import africa.soko.platform.id.Ids;
import africa.soko.security.Policies;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// What partners are told beside the interface, and what they show before they go live.
final class Relations {
  private final Config config;
  private final Ids ids;
  private final InstantSource clock;
  private final Pool platform;
  private final NoticeStore notices;
  private final CertificationStore certifications;
  private final Sightings sightings;

  Relations(Config config, Pool platform, Pool sandbox, Ids ids, InstantSource clock) {
    this.config = config;
    this.ids = ids;
    this.clock = clock;
    this.platform = platform;
    notices = new NoticeStore(platform);
    certifications = new CertificationStore(platform, sandbox);
    sightings = new Sightings(certifications, clock);
  }

  Sightings sightings() {
    return sightings;
  }

  /// The features of an environment, and those that speak of them.
  List<Feature> with(Core core, Stream<Feature> features) {
    var all = features.toList();
    return Stream.concat(
            all.stream(),
            Stream.of(
                new Notices(core.environment(), notices),
                new Certifications(core.ledger(), checklist(all))))
        .toList();
  }

  /// @param sandbox where what operators repeat is known
  void bindOperators(Contract contract, Core sandbox, List<Feature> features) {
    new CertificationOperators(sandbox.ledger(), certifications, checklist(features))
        .bind(contract);
    new TicketOperators(sandbox.ledger(), platform).bind(contract);
  }

  Worker worker(Policies policies) {
    return Worker.onVirtualThread(
        new NoticeVerticle(
            Lifecycle.load(),
            List.of(policies.keyAges(notices, ids)),
            notices,
            config,
            ids,
            clock));
  }

  private Checklist checklist(List<Feature> features) {
    var checks = features.stream().flatMap(feature -> feature.checks().stream()).toList();
    return new Checklist(checks, certifications);
  }
}
