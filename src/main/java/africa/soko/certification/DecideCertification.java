package africa.soko.certification;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.notice.Notice;
import org.jspecify.annotations.Nullable;

/// The operator's answer to a partner that has asked.
record DecideCertification(String partnerId, boolean isApproved, @Nullable String note)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.maybe(Certification.TABLE, Certification.key(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var asked = book.find(Certification.TABLE, Certification.key(partnerId));
    if (asked == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No certification of this partner");
    }
    if (asked.status() != Certification.Status.REQUESTED) {
      return Decision.declined(
          ErrorCode.CONFLICT, "The certification is %s", asked.status().name());
    }
    var answer = isApproved ? Certification.Status.APPROVED : Certification.Status.REJECTED;
    var decided = asked.decided(answer, book.realNow(), note);
    book.put(Certification.TABLE, decided);
    book.put(Notice.TABLE, notice(book, decided));
    return Decision.accepted(200, CertificationOperators.Listed.of(decided));
  }

  private Notice notice(Book book, Certification decided) {
    var word = isApproved ? "approved" : "rejected";
    return new Notice(
        partnerId,
        book.newId("ntc_"),
        "CERTIFICATION " + decided.decidedAt(),
        null,
        Notice.Type.CERTIFICATION,
        partnerId,
        "the certification is " + word,
        "The certification of %s was %s.\n%s"
            .formatted(partnerId, word, note == null ? "" : note + "\n"),
        book.realNow());
  }
}
