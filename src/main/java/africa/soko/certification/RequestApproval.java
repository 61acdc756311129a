package africa.soko.certification;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.util.List;
import java.util.stream.Collectors;

/// Asks the operator to let the partner go live, once every check is passed.
///
/// @param checkIds all that have to be
record RequestApproval(String partnerId, List<String> checkIds) implements Command {

  @Override
  public void needs(Needs needs) {
    needs.maybe(Certification.TABLE, Certification.key(partnerId));
    needs.group(CheckState.ALL, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var known = book.find(Certification.TABLE, Certification.key(partnerId));
    if (known != null && !known.isOpen()) {
      return Decision.declined(
          ErrorCode.CONFLICT, "The certification is %s", known.status().name());
    }
    var passed =
        book.group(CheckState.ALL, Key.of(partnerId)).stream()
            .filter(CheckState::isPassed)
            .map(CheckState::checkId)
            .collect(Collectors.toSet());
    var open = checkIds.stream().filter(id -> !passed.contains(id)).toList();
    if (!open.isEmpty()) {
      return new Decision.Declined(
          Refused.of(ErrorCode.CONFLICT, "%d checks are not passed yet", open.size())
              .with("reasons", open));
    }
    var asked = (known == null ? Certification.begun(partnerId) : known).requested(book.realNow());
    book.put(Certification.TABLE, asked);
    return Decision.accepted(200, asked);
  }
}
