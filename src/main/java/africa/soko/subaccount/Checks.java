package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Transfer.Conversion;
import africa.soko.platform.json.Json;
import africa.soko.platform.json.Sent;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The limits of what a request may say, beyond the types of its fields. Each refuses with
/// VALIDATION_ERROR and names the field.
public final class Checks {
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
  private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
  private static final int EMAIL_CHARS_MAX = 254;
  public static final int NAME_CHARS_MAX = 200;
  static final int REFERENCE_CHARS_MAX = 128;

  private static final int NOTE_CHARS_MAX = 500;
  private static final int METADATA_KEYS_MAX = 50;
  private static final int METADATA_KEY_CHARS_MAX = 40;
  private static final int METADATA_VALUE_CHARS_MAX = 500;
  private static final int AMOUNT_DECIMALS = 2;
  private static final BigDecimal USD_MAX = new BigDecimal("1000000000");
  private static final BigDecimal LOCAL_MAX = new BigDecimal("1000000000000");
  private static final String USD = "USD";

  private Checks() {}

  /// What a person or a record is called: not blank, and at most `max` characters.
  static String name(String field, String value, int max) {
    if (value.isBlank()) throw invalid(field, "must not be blank");
    return text(field, value, 1, max);
  }

  /// A partner's own reference. It stands in paths, where an encoded slash leads nowhere.
  static String externalId(String value) {
    if (value.indexOf('/') < 0 && value.indexOf('\\') < 0) {
      return name("externalId", value, REFERENCE_CHARS_MAX);
    }
    throw invalid("externalId", "must have no slash and no backslash");
  }

  static String text(String field, String value, int min, int max) {
    var length = value.codePointCount(0, value.length());
    if (length >= min && length <= max) return value;
    throw invalid(field, "must have %d to %d characters".formatted(min, max));
  }

  public static @Nullable String maybeText(String field, @Nullable String value, int min, int max) {
    return value == null ? null : text(field, value, min, max);
  }

  public static @Nullable String note(@Nullable String note) {
    return maybeText("note", note, 1, NOTE_CHARS_MAX);
  }

  public static @Nullable String email(@Nullable String email) {
    if (email == null) return null;
    if (email.length() <= EMAIL_CHARS_MAX && EMAIL.matcher(email).matches()) return email;
    throw invalid("email", "is not an email address");
  }

  static @Nullable String country(String field, @Nullable String country) {
    if (country == null || COUNTRY.matcher(country).matches()) return country;
    throw invalid(field, "must be an ISO 3166-1 alpha-2 code");
  }

  /// A partner's own keys and values as the text of a JSON object.
  static @Nullable String metadata(@Nullable Map<String, String> metadata) {
    if (metadata == null || metadata.isEmpty()) return null;
    if (metadata.size() > METADATA_KEYS_MAX) {
      throw invalid("metadata", "must have at most %d keys".formatted(METADATA_KEYS_MAX));
    }
    metadata.forEach(
        (key, value) -> {
          text("metadata", key, 1, METADATA_KEY_CHARS_MAX);
          text("metadata", value, 0, METADATA_VALUE_CHARS_MAX);
        });
    return Json.encode(metadata).toString(StandardCharsets.UTF_8);
  }

  static <T, R> @Nullable Sent<R> sent(
      @Nullable Sent<T> sent, Function<@Nullable T, @Nullable R> check) {
    return sent == null ? null : new Sent<>(check.apply(sent.value()));
  }

  /// An amount in dollars of at most two decimals, more than zero and at most `max`.
  public static Usd usd(String field, BigDecimal amount, BigDecimal max) {
    return Usd.of(amount(field, amount, max, USD));
  }

  /// The one amount of a deposit or a withdrawal: dollars, or local money at the managed rate
  /// (SPEC, Core rules 2).
  ///
  /// @param rates local units per dollar, by currency
  static Money money(
      @Nullable BigDecimal amount,
      @Nullable BigDecimal amountUsd,
      @Nullable String currency,
      Function<String, Optional<BigDecimal>> rates) {
    if (amountUsd != null) {
      if (amount != null) throw invalid("amountUsd", "excludes amount");
      if (currency != null) throw invalid("currency", "goes with amount alone");
      return Money.of(usd("amountUsd", amountUsd, USD_MAX));
    }
    if (amount == null) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "amount or amountUsd is required")
          .with("params", List.of("amount", "amountUsd"))
          .asException();
    }
    if (currency == null || currency.equals(USD)) return Money.of(usd("amount", amount, USD_MAX));
    var rate =
        rates.apply(currency).orElseThrow(() -> invalid("currency", "is not one of /fx/rates"));
    var local = Rounding.plain(amount("amount", amount, LOCAL_MAX, currency));
    var converted = Rounding.convert(local, rate);
    if (!converted.isPositive()) throw invalid("amount", "is less than a cent");
    if (converted.dollars().compareTo(USD_MAX) > 0) throw tooLarge("amount", USD_MAX, USD);
    return new Money(converted, new Conversion(local, currency, rate));
  }

  static RefusedException invalid(String field, String fault) {
    return Refused.invalid(field, field + " " + fault).asException();
  }

  private static BigDecimal amount(
      String field, BigDecimal amount, BigDecimal max, String currency) {
    if (amount.signum() <= 0) throw invalid(field, "must be more than 0");
    if (amount.compareTo(max) > 0) throw tooLarge(field, max, currency);
    if (amount.stripTrailingZeros().scale() <= AMOUNT_DECIMALS) return amount;
    throw invalid(field, "must have at most %d decimals".formatted(AMOUNT_DECIMALS));
  }

  private static RefusedException tooLarge(String field, BigDecimal max, String currency) {
    return invalid(field, "must come to at most %s %s".formatted(max.toPlainString(), currency));
  }
}
