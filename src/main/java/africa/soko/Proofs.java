package africa.soko;

import africa.soko.alert.AlertProofs;
import africa.soko.ledger.LedgerProofs;
import africa.soko.ledger.Proof;
import africa.soko.subaccount.AccountProofs;
import africa.soko.trading.equity.EquityProofs;
import africa.soko.trading.order.OrderProofs;
import africa.soko.trading.position.PositionProofs;
import africa.soko.webhook.WebhookProofs;
import java.util.List;
import java.util.stream.Stream;

/// What must hold in the books, each declared by the feature that owns the tables.
public final class Proofs {
  public static final List<Proof> ALL =
      Stream.of(
              LedgerProofs.PROOFS,
              AccountProofs.PROOFS,
              PositionProofs.PROOFS,
              OrderProofs.PROOFS,
              EquityProofs.PROOFS,
              AlertProofs.PROOFS,
              WebhookProofs.PROOFS)
          .flatMap(List::stream)
          .toList();

  private Proofs() {}
}
