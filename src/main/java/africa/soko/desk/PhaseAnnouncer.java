package africa.soko.desk;

import africa.soko.edge.Idempotency;
import africa.soko.edge.Origin;
import africa.soko.ledger.Ledger;
import africa.soko.market.PhaseChange;
import africa.soko.partner.MasterWalletStore;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Tells every partner of one environment when an exchange opens or closes.
///
/// A change that has to be told again, because a node stopped in the middle, reaches each partner
/// once: its key is an idempotency key like any other.
public final class PhaseAnnouncer implements PhaseChange.Listener {
  /// So that changes of the partners themselves find their turn between.
  private static final int PAGE_MAX = 1_000;

  /// No Idempotency-Key of a request has such a character, so that no partner takes the key before.
  private static final String NO_HEADER = "\n";

  private final MasterWalletStore partners;
  private final Ledger ledger;

  public PhaseAnnouncer(MasterWalletStore partners, Ledger ledger) {
    this.partners = partners;
    this.ledger = ledger;
  }

  @Override
  public Future<?> changed(SqlConnection transaction, List<PhaseChange> changes) {
    return partners.partnerIds().compose(ids -> announce(ids, changes));
  }

  private Future<?> announce(List<String> partnerIds, List<PhaseChange> changes) {
    Future<?> told = Future.succeededFuture();
    for (var change : changes) {
      for (int from = 0; from < partnerIds.size(); from += PAGE_MAX) {
        var page = partnerIds.subList(from, Math.min(from + PAGE_MAX, partnerIds.size()));
        told = told.compose(_ -> announce(page, change));
      }
    }
    return told;
  }

  private Future<?> announce(List<String> partnerIds, PhaseChange change) {
    var key = key(change);
    var sent = new ArrayList<Future<?>>();
    for (var partnerId : partnerIds) {
      sent.add(
          ledger
              .send(new AnnouncePhase(partnerId, change), Origin.service(key))
              .compose(
                  answer ->
                      answer.status() < 300
                          ? Future.succeededFuture()
                          : Future.failedFuture("The ledger did not take " + change)));
    }
    return Future.join(sent);
  }

  private static Idempotency key(PhaseChange change) {
    var text = NO_HEADER + "market.status:" + change;
    var hash = Buffer.buffer(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    return new Idempotency(text, hash, hash);
  }
}
