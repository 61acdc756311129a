package africa.soko.subaccount;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Ledger;
import africa.soko.platform.json.Json;
import africa.soko.subaccount.SubAccount.Identity;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What partners assert of the people behind sub-accounts (SPEC "KYC assertion").
public final class KycRoutes {
  /// One more than what is kept of a number, so that what is kept is never all of it.
  private static final int NUMBER_CHARS_MIN = Fingerprint.TAIL_CHARS + 1;

  private static final int NUMBER_CHARS_MAX = 64;
  private static final int WORD_CHARS_MAX = 64;
  private static final int EVIDENCE_CHARS_MAX = 256;

  private final Ledger ledger;
  private final AccountNames names;
  private final IdentityNumbers numbers;

  /// What a partner asserts of a person.
  record KycRequest(
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

    /// What is asserted, of the sub-account that is named.
    Function<String, AssertKyc> command(String partnerId, IdentityNumbers numbers) {
      if (status == KycStatus.VERIFIED && level == null) {
        throw Refused.of(ErrorCode.MISSING_PARAM, "level is required with VERIFIED")
            .with("param", "level")
            .asException();
      }
      var identity =
          new Identity(
              Input.maybeText("reference", reference, 1, Checks.REFERENCE_CHARS_MAX),
              profile().text(),
              numbers.fingerprint(number("idNumber", idNumber)),
              numbers.fingerprint(number("taxId", taxId)));
      return id -> new AssertKyc(partnerId, id, status, level, identity, false);
    }

    private static @Nullable String number(String field, @Nullable String value) {
      return Input.maybeText(field, value, NUMBER_CHARS_MIN, NUMBER_CHARS_MAX);
    }

    private ComplianceProfile profile() {
      return new ComplianceProfile(
          Input.maybeText("idDocumentType", idDocumentType, 1, WORD_CHARS_MAX),
          dateOfBirth,
          Input.country("nationality", nationality),
          Input.country("taxResidency", taxResidency),
          Input.maybeText("pepSanctionsResult", pepSanctionsResult, 1, WORD_CHARS_MAX),
          Input.maybeText("riskRating", riskRating, 1, WORD_CHARS_MAX),
          consentAt,
          Input.maybeText("evidenceReference", evidenceReference, 1, EVIDENCE_CHARS_MAX));
    }

    /// Numbers that identify a person are never printed, in a log neither.
    @Override
    public String toString() {
      return "KycRequest[" + status + "]";
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

  KycRoutes(Ledger ledger, AccountNames names, IdentityNumbers numbers) {
    this.ledger = ledger;
    this.names = names;
    this.numbers = numbers;
  }

  public void bind(Contract contract) {
    contract.change("assertKyc", this::assertKyc);
  }

  private Future<Answer> assertKyc(Call call) {
    var command = call.body(KycRequest.class).command(call.caller().partnerId(), numbers);
    return names
        .resolve(call.caller(), call.path("userId"))
        .compose(id -> ledger.send(command.apply(id), call.origin()));
  }
}
