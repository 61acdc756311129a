package africa.soko.security;

import africa.soko.access.Partner;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.util.List;

/// Says which certificates a partner's clients have, in both environments.
///
/// NOT_FOUND for a partner that is unknown.
///
/// @param sha256 in hex
record SetCertificates(String partnerId, List<String> sha256) implements Command {

  /// What counts now.
  record Certificates(String partnerId, List<String> sha256) {}

  @Override
  public boolean changesKeys() {
    return true;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Partner.TABLE, Partner.key(partnerId));
    PartnerAccess.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    if (book.find(Partner.TABLE, Partner.key(partnerId)) == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such partner");
    }
    PartnerAccess.of(book, partnerId).with(sha256).change(book);
    return Decision.accepted(200, new Certificates(partnerId, sha256));
  }
}
