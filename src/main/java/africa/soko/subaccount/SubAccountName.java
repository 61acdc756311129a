package africa.soko.subaccount;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;

/// A name that a partner gave a sub-account. Its row is what makes the name unique.
record SubAccountName(String partnerId, Kind kind, String name, String subAccountId) {

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
          .readBy(
              f ->
                  new SubAccountName(
                      f.text("partner_id"),
                      f.constant("kind", Kind.class),
                      f.text("name"),
                      f.text("sub_account_id")));

  static Key key(String partnerId, Kind kind, String name) {
    return Key.of(partnerId, kind.name(), name);
  }
}
