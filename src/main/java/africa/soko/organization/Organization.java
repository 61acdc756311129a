package africa.soko.organization;

import africa.soko.access.MemberStore;
import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import io.vertx.sqlclient.Pool;

/// The organisation of a partner as one environment serves it; both serve the same.
public final class Organization implements Feature {
  private final MemberRoutes members;
  private final PolicyRoutes policy;

  /// @param platform whose connections look into the schema `platform`
  /// @param changed called when it may have changed what sessions may do
  public Organization(Core core, Pool platform, MemberStore members, Runnable changed) {
    this.members = new MemberRoutes(core.ledger(), members, changed);
    policy = new PolicyRoutes(core.ledger(), new PolicyStore(platform), changed);
  }

  @Override
  public void bind(Contract contract) {
    members.bind(contract);
    policy.bind(contract);
  }
}
