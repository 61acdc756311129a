package africa.soko.market.product;

import static africa.soko.platform.csv.CsvResource.optional;

import africa.soko.market.price.DataQuality;
import africa.soko.platform.csv.CsvResource;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A private deal (SPEC, Other market records).
///
/// @param slug its name in an address
/// @param country ISO 3166-1 alpha-2
/// @param minimumTicket in USD
/// @param closeDate the last day on which it takes money
/// @param targetReturn percent of a year, or null where none is aimed at
public record Opportunity(
    String id,
    String slug,
    String name,
    Kind type,
    String sector,
    String country,
    BigDecimal minimumTicket,
    LocalDate closeDate,
    @Nullable BigDecimal targetReturn,
    String summary,
    DataQuality dataQuality) {

  public enum Kind {
    PRIVATE_CREDIT,
    PRE_IPO
  }

  static List<Opportunity> load() {
    return CsvResource.read(
        "market/opportunities.csv",
        row -> {
          var target = optional(row, "target_return");
          return new Opportunity(
              row.getField("id"),
              row.getField("slug"),
              row.getField("name"),
              Kind.valueOf(row.getField("type")),
              row.getField("sector"),
              row.getField("country"),
              new BigDecimal(row.getField("minimum_ticket")),
              LocalDate.parse(row.getField("close_date")),
              target == null ? null : new BigDecimal(target),
              row.getField("summary"),
              DataQuality.SIMULATED);
        });
  }

  boolean isOpen(LocalDate today) {
    return !closeDate.isBefore(today);
  }
}
