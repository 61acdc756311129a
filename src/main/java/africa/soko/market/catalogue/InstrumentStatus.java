package africa.soko.market.catalogue;

/// Whether an instrument trades. One that does not stays visible.
public enum InstrumentStatus {
  ACTIVE,
  SUSPENDED,
  DELISTED
}
