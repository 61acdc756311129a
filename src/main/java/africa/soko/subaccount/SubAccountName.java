package africa.soko.subaccount;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;

/// A name that a partner gave a sub-account. Its row is what makes the name unique; it stays when
/// the account is closed.
///
/// @param closed whether the account of a UID is closed
record SubAccountName(
    String partnerId, Kind kind, String name, String subAccountId, boolean closed) {

  enum Kind {
    EXTERNAL_ID,
    UID
  }

  static final Table<SubAccountName> TABLE =
      Table.<SubAccountName>named("sub_account_name")
          .key("partner_id", SubAccountName::partnerId)
          .key("kind", n -> n.kind.name())
          .key("name", SubAccountName::name)
          .text("sub_account_id", SubAccountName::subAccountId)
          .flag("closed", SubAccountName::closed)
          .readBy(
              f ->
                  new SubAccountName(
                      f.text("partner_id"),
                      f.constant("kind", Kind.class),
                      f.text("name"),
                      f.text("sub_account_id"),
                      f.flag("closed")));

  static Key key(String partnerId, Kind kind, String name) {
    return Key.of(partnerId, kind.name(), name);
  }

  static SubAccountName given(String partnerId, Kind kind, String name, String subAccountId) {
    return new SubAccountName(partnerId, kind, name, subAccountId, false);
  }

  SubAccountName ofClosed() {
    return new SubAccountName(partnerId, kind, name, subAccountId, true);
  }
}
