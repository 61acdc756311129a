package africa.soko.alert;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of price alerts.
public final class AlertProofs {
  public static final List<Proof> PROOFS =
      List.of(PriceAlert.ACTIVE.proof("price_alert WHERE state IN ('ARMED', 'TRIGGERED')"));

  private AlertProofs() {}
}
