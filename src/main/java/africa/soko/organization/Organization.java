package africa.soko.organization;

import africa.soko.access.MemberStore;
import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.platform.crypto.Sealer;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/// The organisation of a partner as one environment serves it. Members and policy are the same in
/// both; a change that waits for consent is of the one where it was asked for.
public final class Organization implements Feature {
  /// How long a text stays sealed that nobody is told any more.
  private static final Duration SEALED_KEPT = Duration.ofDays(1);

  private final Core core;
  private final ApprovalStore store;
  private final MemberRoutes members;
  private final PolicyRoutes policy;
  private final ApprovalRoutes approvals;
  private final ReviewRoutes reviews;
  private final TicketRoutes tickets;

  /// @param platform whose connections look into the schema `platform`
  /// @param changed called when it may have changed what sessions may do
  public Organization(Core core, Pool platform, Sealer sealer, Runnable changed) {
    this.core = core;
    var ledger = core.ledger();
    var policies = new PolicyStore(platform);
    store = new ApprovalStore(platform);
    members = new MemberRoutes(ledger, new MemberStore(platform), changed);
    policy = new PolicyRoutes(ledger, policies, changed);
    var held = new Approvals(ledger, policies, sealer, core.ids());
    approvals = new ApprovalRoutes(ledger, store, held, sealer);
    tickets = new TicketRoutes(ledger, new TicketStore(platform));
    reviews = new ReviewRoutes(ledger, new ReviewStore(platform), changed);
  }

  @Override
  public void bind(Contract contract) {
    members.bind(contract);
    policy.bind(contract);
    approvals.bind(contract);
    reviews.bind(contract);
    tickets.bind(contract);
  }

  @Override
  public List<Retention> retention() {
    return List.of(new Retention(core.clock(), SEALED_KEPT, List.of(store::erase)));
  }
}
