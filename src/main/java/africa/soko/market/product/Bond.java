package africa.soko.market.product;

import africa.soko.market.price.DataQuality;
import africa.soko.platform.csv.CsvResource;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/// A bond (SPEC, Other market records).
///
/// @param country ISO 3166-1 alpha-2
/// @param couponRate percent of the face value a year
/// @param price percent of the face value
/// @param minimumInvestment in USD
public record Bond(
    String id,
    String name,
    String country,
    String currency,
    BigDecimal couponRate,
    BigDecimal price,
    LocalDate maturityDate,
    BigDecimal minimumInvestment,
    DataQuality dataQuality) {

  static List<Bond> load() {
    return CsvResource.read(
        "market/bonds.csv",
        row ->
            new Bond(
                row.getField("id"),
                row.getField("name"),
                row.getField("country"),
                row.getField("currency"),
                new BigDecimal(row.getField("coupon_rate")),
                new BigDecimal(row.getField("price")),
                LocalDate.parse(row.getField("maturity")),
                new BigDecimal(row.getField("minimum_investment")),
                DataQuality.SIMULATED));
  }

  /// What the coupon is of the price, in percent, to two decimals.
  BigDecimal currentYield() {
    return Rounding.percent(couponRate, price);
  }

  boolean hasMatured(LocalDate today) {
    return !maturityDate.isAfter(today);
  }
}
