package africa.soko.security;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.util.List;

/// What is known of a partner's clients in both environments.
///
/// @param clientCertificates SHA-256 in hex
/// @param version grows with each change of this or of a policy of the partner
record PartnerAccess(String partnerId, List<String> clientCertificates, int version) {
  private static final Table<PartnerAccess> TABLE =
      Table.<PartnerAccess>named("platform.partner_access")
          .key("partner_id", PartnerAccess::partnerId)
          .text("client_certificates", access -> String.join(" ", access.clientCertificates))
          .integer("version", PartnerAccess::version)
          .readBy(
              row ->
                  new PartnerAccess(
                      row.text("partner_id"),
                      words(row.text("client_certificates")),
                      row.integer("version")));

  static void needs(Needs needs, String partnerId) {
    needs.maybe(TABLE, Key.of(partnerId));
  }

  static PartnerAccess of(Book book, String partnerId) {
    var known = book.find(TABLE, Key.of(partnerId));
    return known == null ? new PartnerAccess(partnerId, List.of(), 0) : known;
  }

  /// From now on requests are judged anew.
  void change(Book book) {
    book.put(TABLE, new PartnerAccess(partnerId, clientCertificates, version + 1));
  }

  PartnerAccess with(List<String> certificates) {
    return new PartnerAccess(partnerId, certificates, version);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }
}
