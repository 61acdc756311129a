package africa.soko.trading.order;

/// Why an accepted order was declined later (SPEC "Order rejection codes"). No other value exists.
public enum RejectionCode {
  INSUFFICIENT_FUNDS,
  MARKET_CLOSED,
  TECHNICAL_ISSUE,
  KYC_REQUIRED,
  COMPLIANCE_HOLD,
  OTHER
}
