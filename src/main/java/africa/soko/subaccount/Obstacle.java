package africa.soko.subaccount;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;

/// What a sub-account must not have when it is closed. The feature that keeps such things declares
/// it.
public interface Obstacle {
  /// What partners are told.
  Reason reason();

  void needs(Needs needs, String partnerId, String accountId);

  boolean stands(Book book, String partnerId, String accountId);

  /// What `reasons[]` of ACCOUNT_NOT_CLOSABLE can say, in the order in which it is said.
  enum Reason {
    OPEN_ORDERS,
    HOLDINGS,
    UNSETTLED_PROCEEDS,
    RESIDUAL_CASH
  }
}
