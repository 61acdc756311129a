package africa.soko.partner;

import africa.soko.access.Agreement;
import africa.soko.access.Partner;
import africa.soko.access.Tier;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.json.Sent;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Changes what is agreed with a partner: its status in both environments, the rest in the one that
/// is named (DECISIONS 3).
///
/// NOT_FOUND for a partner that is unknown. Once a suspension is answered, no change that the
/// partner's credentials have asked for commits.
///
/// @param environment whose terms are changed; null where none are
/// @param status null to leave it
/// @param technicalContactEmail null to leave it; sent as null, there is none any more
record ChangePartner(
    String partnerId,
    @Nullable Environment environment,
    Partner.@Nullable Status status,
    @Nullable Sent<String> technicalContactEmail,
    Terms terms)
    implements Command {

  /// What is sent of the terms; null is left as it is.
  ///
  /// @param requestsPerMinute sent as null, it is that of the tier again
  /// @param streams the same
  record Terms(
      @Nullable Tier tier,
      @Nullable Integer baseFeeBps,
      @Nullable Integer markupFeeBps,
      @Nullable Sent<Integer> requestsPerMinute,
      @Nullable Sent<Integer> streams,
      @Nullable Boolean oauthClientCredentialsEnabled) {
    static final Terms NONE = new Terms(null, null, null, null, null, null);

    Agreement of(Agreement before) {
      return new Agreement(
          Objects.requireNonNullElse(tier, before.tier()),
          Objects.requireNonNullElse(baseFeeBps, before.baseFeeBps()),
          Objects.requireNonNullElse(markupFeeBps, before.markupFeeBps()),
          Sent.or(requestsPerMinute, before.requestsPerMinute()),
          Sent.or(streams, before.streams()),
          Objects.requireNonNullElse(
              oauthClientCredentialsEnabled, before.oauthClientCredentialsEnabled()));
    }
  }

  /// What the operator gets back: the terms are there if an environment was named.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Changed(
      String partnerId,
      Partner.Status status,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String technicalContactEmail,
      @Nullable Environment environment,
      @Nullable TermsView terms) {}

  @Override
  public boolean changesKeys() {
    return status == Partner.Status.SUSPENDED;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Partner.TABLE, Partner.key(partnerId));
    if (environment != null) needs.row(Agreement.TABLE, agreement(environment));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(Partner.TABLE, Partner.key(partnerId));
    if (before == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such partner");
    var partner =
        before.with(
            Objects.requireNonNullElse(status, before.status()),
            Sent.or(technicalContactEmail, before.technicalContactEmail()));
    if (!partner.equals(before)) book.put(Partner.TABLE, partner);
    return Decision.accepted(
        200,
        new Changed(
            partnerId,
            partner.status(),
            partner.technicalContactEmail(),
            environment,
            changedTerms(book)));
  }

  private @Nullable TermsView changedTerms(Book book) {
    if (environment == null) return null;
    var before = book.get(Agreement.TABLE, agreement(environment)).agreement();
    var after = terms.of(before);
    if (!after.equals(before)) {
      book.put(Agreement.TABLE, new Agreement.Row(partnerId, environment, after));
    }
    return TermsView.of(after);
  }

  private Key agreement(Environment of) {
    return Agreement.key(partnerId, of);
  }
}
