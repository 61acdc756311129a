package africa.soko.market.product;

/// What a fund invests in; an ETF is one that an exchange lists.
public enum FundType {
  MMF,
  FIXED_INCOME,
  BALANCED,
  EQUITY,
  ETF
}
