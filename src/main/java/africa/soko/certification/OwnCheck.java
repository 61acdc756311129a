package africa.soko.certification;

import java.util.Locale;

/// What no traffic shows, so that the partner says it and names its evidence.
enum OwnCheck {
  KEY_STORAGE("Keys are kept in a secret store, and in no browser or mobile app"),
  INCIDENT_CONTACT("Somebody can be reached at any hour while an exchange is open"),
  RECONCILIATION("Balances and orders are compared with the service's every day"),
  CUSTOMER_SUPPORT("End users have a way to ask about an order, and get an answer"),
  KYC_PROCESS("The process that an asserted KYC result stands for is written down");

  private final String title;

  OwnCheck(String title) {
    this.title = title;
  }

  String checkId() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }
}
