package africa.soko.ledger;

import java.time.Instant;

/// What time it is for a partner. In the sandbox a partner's clock may run ahead; that is a row
/// like any other, locked and loaded with those that a command needs.
public interface PartnerTime {

  /// The real time, for everybody.
  PartnerTime REAL =
      new PartnerTime() {
        @Override
        public void needs(Needs needs, String partnerId) {}

        @Override
        public Instant now(Book book, String partnerId, Instant real) {
          return real;
        }
      };

  /// Names the rows that [#now] reads.
  void needs(Needs needs, String partnerId);

  Instant now(Book book, String partnerId, Instant real);
}
