package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
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
import org.jspecify.annotations.Nullable;

/// What [Input] says nothing of: the money, the references and the metadata of sub-accounts.
public final class Checks {
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

  /// A partner's own reference. It stands in paths, where an encoded slash leads nowhere.
  static String externalId(String value) {
    if (value.indexOf('/') < 0 && value.indexOf('\\') < 0) {
      return Input.name("externalId", value, REFERENCE_CHARS_MAX);
    }
    throw Input.invalid("externalId", "must have no slash and no backslash");
  }

  public static @Nullable String note(@Nullable String note) {
    return Input.maybeText("note", note, 1, NOTE_CHARS_MAX);
  }

  /// A partner's own keys and values as the text of a JSON object.
  static @Nullable String metadata(@Nullable Map<String, String> metadata) {
    if (metadata == null || metadata.isEmpty()) return null;
    if (metadata.size() > METADATA_KEYS_MAX) {
      throw Input.invalid("metadata", "must have at most %d keys".formatted(METADATA_KEYS_MAX));
    }
    metadata.forEach(
        (key, value) -> {
          Input.text("metadata", key, 1, METADATA_KEY_CHARS_MAX);
          Input.text("metadata", value, 0, METADATA_VALUE_CHARS_MAX);
        });
    return Json.encode(metadata).toString(StandardCharsets.UTF_8);
  }

  static <T, R> @Nullable Sent<R> sent(
      @Nullable Sent<T> sent, Function<@Nullable T, @Nullable R> check) {
    return sent == null ? null : new Sent<>(check.apply(sent.value()));
  }

  /// An amount in dollars of at most two decimals, more than zero and at most `max`.
  public static Usd usd(String field, BigDecimal amount, BigDecimal max) {
    return Usd.of(Input.amount(field, amount, max, AMOUNT_DECIMALS));
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
      if (amount != null) throw Input.invalid("amountUsd", "excludes amount");
      if (currency != null) throw Input.invalid("currency", "goes with amount alone");
      return Money.of(usd("amountUsd", amountUsd, USD_MAX));
    }
    if (amount == null) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "amount or amountUsd is required")
          .with("params", List.of("amount", "amountUsd"))
          .asException();
    }
    if (currency == null || currency.equals(USD)) return Money.of(usd("amount", amount, USD_MAX));
    var rate =
        rates
            .apply(currency)
            .orElseThrow(() -> Input.invalid("currency", "is not one of /fx/rates"));
    var local = Input.amount("amount", amount, LOCAL_MAX, AMOUNT_DECIMALS);
    var converted = Rounding.convert(local, rate);
    if (!converted.isPositive()) throw Input.invalid("amount", "is less than a cent");
    if (converted.dollars().compareTo(USD_MAX) > 0) {
      throw Input.invalid("amount", "must come to at most %s USD".formatted(USD_MAX));
    }
    return new Money(converted, new Conversion(local, currency, rate));
  }
}
