package africa.soko.edge;

import africa.soko.platform.json.Choices;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The limits of what a body may say, beyond the types of its fields; [Query] is the same for the
/// query. Each refuses with VALIDATION_ERROR and names the field. Lengths count characters, not
/// UTF-16 units.
public final class Input {
  public static final int NAME_CHARS_MAX = 200;

  private static final int EMAIL_CHARS_MAX = 254;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
  private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");

  private Input() {}

  /// What a person or a record is called: not blank, and at most `max` characters.
  public static String name(String field, String value, int max) {
    if (value.isBlank()) throw invalid(field, "must not be blank");
    return text(field, value, 1, max);
  }

  public static String text(String field, String value, int min, int max) {
    var length = value.codePointCount(0, value.length());
    if (length >= min && length <= max) return value;
    throw invalid(field, "must have %d to %d characters".formatted(min, max));
  }

  public static @Nullable String maybeText(String field, @Nullable String value, int min, int max) {
    return value == null ? null : text(field, value, min, max);
  }

  public static @Nullable String email(@Nullable String email) {
    return email("email", email);
  }

  public static @Nullable String email(String field, @Nullable String email) {
    if (email == null) return null;
    if (email.length() <= EMAIL_CHARS_MAX && EMAIL.matcher(email).matches()) return email;
    throw invalid(field, "is not an email address");
  }

  public static @Nullable String country(String field, @Nullable String country) {
    if (country == null || COUNTRY.matcher(country).matches()) return country;
    throw invalid(field, "must be an ISO 3166-1 alpha-2 code");
  }

  /// A number that is more than zero, at most `max`, and written with at most so many decimals.
  public static BigDecimal amount(String field, BigDecimal amount, BigDecimal max, int decimals) {
    if (amount.signum() <= 0) throw invalid(field, "must be more than 0");
    if (amount.compareTo(max) > 0) throw invalid(field, "must be at most " + max.toPlainString());
    var plain = Rounding.plain(amount);
    if (plain.scale() <= decimals) return plain;
    throw invalid(
        field,
        decimals == 0
            ? "must be a whole number"
            : "must have at most %d decimals".formatted(decimals));
  }

  /// What a word stands for; any other is refused with the words that there are.
  public static <T> T oneOf(String field, String word, Map<String, T> byWord) {
    var found = byWord.get(word);
    if (found != null) return found;
    throw invalid(field, "must be " + Choices.of(byWord.keySet()));
  }

  /// @param fault what follows the name of the field in the message
  public static RefusedException invalid(String field, String fault) {
    return Refused.invalid(field, field + " " + fault).asException();
  }
}
