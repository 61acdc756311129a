package africa.soko.market.product;

import africa.soko.market.price.DataQuality;
import africa.soko.platform.csv.CsvResource;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/// A fund that is not listed (SPEC, Other market records).
///
/// @param country ISO 3166-1 alpha-2
/// @param nav the net asset value of a unit, in the currency of the fund
/// @param annualisedReturn percent of a year
/// @param minimumInvestment in USD
public record Fund(
    String id,
    String name,
    FundType type,
    String country,
    String currency,
    BigDecimal nav,
    LocalDate navDate,
    BigDecimal annualisedReturn,
    BigDecimal minimumInvestment,
    DataQuality dataQuality) {

  static List<Fund> load() {
    return CsvResource.read(
        "market/funds.csv",
        row ->
            new Fund(
                row.getField("id"),
                row.getField("name"),
                FundType.valueOf(row.getField("type")),
                row.getField("country"),
                row.getField("currency"),
                new BigDecimal(row.getField("nav")),
                LocalDate.parse(row.getField("nav_date")),
                new BigDecimal(row.getField("annualised_return")),
                new BigDecimal(row.getField("minimum_investment")),
                DataQuality.SIMULATED));
  }
}
