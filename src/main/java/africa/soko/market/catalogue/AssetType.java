package africa.soko.market.catalogue;

/// What an exchange-listed instrument is.
public enum AssetType {
  STOCK,
  ETF
}
