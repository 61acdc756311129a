package africa.soko.ledger;

/// Why a batch did not commit, by what is known of its effect.
abstract sealed class BatchFailure extends Exception {
  BatchFailure(Throwable cause) {
    super(cause.toString(), cause);
  }

  /// Nothing was written: there was no connection, or it broke before anything was.
  static final class NotProcessed extends BatchFailure {
    NotProcessed(Throwable cause) {
      super(cause);
    }
  }

  /// Somebody else held a row for longer than a batch waits: nothing was written.
  static final class Locked extends BatchFailure {
    Locked(Throwable cause) {
      super(cause);
    }
  }

  /// The database, or a decision, refused: everything was undone.
  static final class RolledBack extends BatchFailure {
    RolledBack(Throwable cause) {
      super(cause);
    }
  }

  /// The connection broke after COMMIT was sent and before its answer came.
  static final class OutcomeUnknown extends BatchFailure {
    OutcomeUnknown(Throwable cause) {
      super(cause);
    }
  }
}
