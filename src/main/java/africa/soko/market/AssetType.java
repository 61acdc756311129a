package africa.soko.market;

/// What an exchange-listed instrument is.
public enum AssetType {
  STOCK,
  ETF
}
