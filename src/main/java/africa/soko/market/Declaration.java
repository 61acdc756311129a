package africa.soko.market;

import africa.soko.edge.Environment;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// What an operator has declared of the market, and not taken back.
///
/// @param environment where it holds; null where it is a fact about an exchange
/// @param subject the code of an exchange, or the symbol of an instrument
/// @param date the day of a holiday or of a session in place of one
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Declaration(
    Kind kind,
    @Nullable Environment environment,
    String subject,
    @Nullable LocalDate date,
    @Nullable String reason,
    Instant since) {

  /// What is declared.
  public enum Kind {
    HALT,
    SUSPENSION,
    HOLIDAY,
    TRADING_DAY
  }
}
