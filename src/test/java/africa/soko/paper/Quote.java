package africa.soko.paper;

import java.math.BigDecimal;
import java.time.Instant;

/// A quote on paper.
final class Quote {
  final Op.Quote asked;
  final BigDecimal units;
  final long gross;
  final long fee;
  final BigDecimal rate;
  final Instant issued;
  boolean used;

  Quote(Op.Quote asked, BigDecimal units, long gross, long fee, BigDecimal rate, Instant issued) {
    this.asked = asked;
    this.units = units;
    this.gross = gross;
    this.fee = fee;
    this.rate = rate;
    this.issued = issued;
  }
}
