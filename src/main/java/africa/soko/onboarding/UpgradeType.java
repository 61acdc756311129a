package africa.soko.onboarding;

import java.util.Locale;

/// What a partner can ask for.
enum UpgradeType {
  LIVE_ACCESS,
  TIER_UPGRADE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static UpgradeType of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
