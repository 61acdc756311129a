package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.platform.json.Json;
import africa.soko.platform.json.Sent;
import africa.soko.subaccount.SubAccount.Identity;
import africa.soko.subaccount.SubAccount.Profile;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The bodies of the changes, and the commands that they ask for.
final class Requests {
  /// One more than what is kept of a number, so that what is kept is never all of it.
  private static final int NUMBER_CHARS_MIN = Fingerprint.TAIL_CHARS + 1;

  private static final int NUMBER_CHARS_MAX = 64;
  private static final int WORD_CHARS_MAX = 64;
  private static final int EVIDENCE_CHARS_MAX = 256;

  private Requests() {}

  record Create(
      String externalId,
      String displayName,
      @Nullable String email,
      @Nullable String country,
      @Nullable Map<String, String> metadata) {

    CreateSubAccount command(String partnerId) {
      return new CreateSubAccount(
          partnerId,
          Checks.externalId(externalId),
          new Profile(
              Checks.name("displayName", displayName, Checks.NAME_CHARS_MAX),
              Checks.email(email),
              Checks.country("country", country),
              Checks.metadata(metadata)));
    }
  }

  record Register(String uid, String name, @Nullable String email, @Nullable String country) {

    AutoRegister command(String partnerId, AccountToken token) {
      return new AutoRegister(
          partnerId,
          Checks.name("uid", uid, Checks.REFERENCE_CHARS_MAX),
          new Profile(
              Checks.name("name", name, Checks.NAME_CHARS_MAX),
              Checks.email(email),
              Checks.country("country", country),
              null),
          token);
    }
  }

  /// A field that is absent stays as it is. `null` takes email, country and metadata away; the
  /// others cannot be without a value.
  record Update(
      @Nullable Sent<String> displayName,
      @Nullable Sent<String> email,
      @Nullable Sent<String> country,
      @Nullable Sent<String> status,
      @Nullable Sent<Map<String, String>> metadata) {

    UpdateSubAccount command(String partnerId, String subAccountId) {
      if (displayName == null
          && email == null
          && country == null
          && status == null
          && metadata == null) {
        throw Refused.of(ErrorCode.VALIDATION_ERROR, "At least one field is required")
            .asException();
      }
      return new UpdateSubAccount(
          partnerId,
          subAccountId,
          displayName == null
              ? null
              : Checks.name(
                  "displayName", present("displayName", displayName), Checks.NAME_CHARS_MAX),
          Checks.sent(email, Checks::email),
          Checks.sent(country, value -> Checks.country("country", value)),
          status == null ? null : status(present("status", status)),
          Checks.sent(metadata, Checks::metadata));
    }

    private static String present(String field, Sent<String> sent) {
      var value = sent.value();
      if (value == null) throw Checks.invalid(field, "must not be null");
      return value;
    }

    private static Status status(String text) {
      return switch (text) {
        case "active" -> Status.ACTIVE;
        case "frozen" -> Status.FROZEN;
        default -> throw Checks.invalid("status", "must be active or frozen");
      };
    }
  }

  record Kyc(
      KycStatus status,
      @Nullable KycLevel level,
      @Nullable String reference,
      @Nullable String idNumber,
      @Nullable String taxId,
      @Nullable String idDocumentType,
      @Nullable LocalDate dateOfBirth,
      @Nullable String nationality,
      @Nullable String taxResidency,
      @Nullable String pepSanctionsResult,
      @Nullable String riskRating,
      @Nullable Instant consentAt,
      @Nullable String evidenceReference) {

    AssertKyc command(String partnerId, String subAccountId) {
      if (status == KycStatus.VERIFIED && level == null) {
        throw Refused.of(ErrorCode.MISSING_PARAM, "level is required with VERIFIED")
            .with("param", "level")
            .asException();
      }
      var identity =
          new Identity(
              Checks.maybeText("reference", reference, 1, Checks.REFERENCE_CHARS_MAX),
              profile().text(),
              Fingerprint.of(number("idNumber", idNumber)),
              Fingerprint.of(number("taxId", taxId)));
      return new AssertKyc(partnerId, subAccountId, status, level, identity);
    }

    private static @Nullable String number(String field, @Nullable String value) {
      return Checks.maybeText(field, value, NUMBER_CHARS_MIN, NUMBER_CHARS_MAX);
    }

    private ComplianceProfile profile() {
      return new ComplianceProfile(
          Checks.maybeText("idDocumentType", idDocumentType, 1, WORD_CHARS_MAX),
          dateOfBirth,
          Checks.country("nationality", nationality),
          Checks.country("taxResidency", taxResidency),
          Checks.maybeText("pepSanctionsResult", pepSanctionsResult, 1, WORD_CHARS_MAX),
          Checks.maybeText("riskRating", riskRating, 1, WORD_CHARS_MAX),
          consentAt,
          Checks.maybeText("evidenceReference", evidenceReference, 1, EVIDENCE_CHARS_MAX));
    }

    /// Numbers that identify a person are never printed, in a log neither.
    @Override
    public String toString() {
      return "Kyc[" + status + "]";
    }
  }

  /// What a partner says of a person beyond the result (SPEC "KYC assertion").
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComplianceProfile(
      @Nullable String idDocumentType,
      @Nullable LocalDate dateOfBirth,
      @Nullable String nationality,
      @Nullable String taxResidency,
      @Nullable String pepSanctionsResult,
      @Nullable String riskRating,
      @Nullable Instant consentAt,
      @Nullable String evidenceReference) {
    private static final ComplianceProfile EMPTY =
        new ComplianceProfile(null, null, null, null, null, null, null, null);

    @Nullable String text() {
      return equals(EMPTY) ? null : Json.encode(this).toString(StandardCharsets.UTF_8);
    }
  }

  record Transfer(
      @Nullable BigDecimal amount,
      @Nullable BigDecimal amountUsd,
      @Nullable String currency,
      @Nullable String note) {

    Deposit deposit(
        String partnerId, String subAccountId, Function<String, Optional<BigDecimal>> rates) {
      return new Deposit(partnerId, subAccountId, money(rates), Checks.note(note));
    }

    Withdraw withdrawal(
        String partnerId, String subAccountId, Function<String, Optional<BigDecimal>> rates) {
      return new Withdraw(partnerId, subAccountId, money(rates), Checks.note(note));
    }

    private Money money(Function<String, Optional<BigDecimal>> rates) {
      return Checks.money(amount, amountUsd, currency, rates);
    }
  }
}
