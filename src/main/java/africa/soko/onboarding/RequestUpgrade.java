package africa.soko.onboarding;

import africa.soko.access.Agreement;
import africa.soko.access.Credential;
import africa.soko.access.Tier;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Asks for a live key, or for a higher tier. What is asked for already is told again.
///
/// CONFLICT where the partner has a live key, or none for a tier; VALIDATION_ERROR for a tier that
/// is not higher.
record RequestUpgrade(String partnerId, @Nullable Tier targetTier, @Nullable String message)
    implements Command {
  private static final int ACCEPTED = 202;

  @Override
  public void needs(Needs needs) {
    needs.maybe(UpgradeRequest.TABLE, UpgradeRequest.key(partnerId, type()));
    needs.row(Agreement.TABLE, Agreement.key(partnerId, Environment.LIVE));
    needs.group(Credential.STANDING, Credential.standing(partnerId, Environment.LIVE));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(UpgradeRequest.TABLE, UpgradeRequest.key(partnerId, type()));
    if (before != null && before.status() == Review.PENDING) {
      return Objects.equals(before.targetTier(), targetTier)
          ? Decision.accepted(ACCEPTED, UpgradeView.of(before))
          : Decision.declined(ErrorCode.CONFLICT, "Another request is pending");
    }
    var refused = refusal(book);
    if (refused != null) return new Decision.Declined(refused);
    var request =
        UpgradeRequest.submitted(
            partnerId, type(), book.newId("upg_"), targetTier, message, book.realNow());
    book.put(UpgradeRequest.TABLE, request);
    return Decision.accepted(ACCEPTED, UpgradeView.of(request));
  }

  private @Nullable Refused refusal(Book book) {
    boolean hasKey =
        book.group(Credential.STANDING, Credential.standing(partnerId, Environment.LIVE)).stream()
            .anyMatch(key -> !key.isData() && key.expiresAt() == null);
    if (targetTier == null) {
      return hasKey ? Refused.of(ErrorCode.CONFLICT, "The partner has a live key") : null;
    }
    if (!hasKey) return Refused.of(ErrorCode.CONFLICT, "The partner has no live key yet");
    var tier =
        book.get(Agreement.TABLE, Agreement.key(partnerId, Environment.LIVE)).agreement().tier();
    return targetTier.compareTo(tier) > 0
        ? null
        : Refused.invalid("targetTier", "targetTier is not higher than the tier of the partner");
  }

  private UpgradeType type() {
    return targetTier == null ? UpgradeType.LIVE_ACCESS : UpgradeType.TIER_UPGRADE;
  }
}
