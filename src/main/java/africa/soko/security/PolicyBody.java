package africa.soko.security;

import africa.soko.edge.Environment;
import africa.soko.edge.Input;
import africa.soko.platform.net.AddressRange;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A security policy as it is sent, as a whole (DECISIONS 3).
record PolicyBody(
    List<String> ipAllowlist,
    boolean requireSignedRequests,
    boolean requireMtls,
    boolean scopedKeysOnly,
    @Nullable Integer keyRotationDays) {
  private static final int RANGES_MAX = 200;
  private static final int DAYS_MAX = 3_650;

  /// Java reads more than that as an address: `1`, or `10.1`.
  private static final Pattern RANGE =
      Pattern.compile("([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(/[0-9]{1,3})?");

  /// Nothing is demanded.
  static final PolicyBody NONE = new PolicyBody(List.of(), false, false, false, null);

  /// The same as it is told.
  ///
  /// @param updatedAt null if it was never set
  record View(
      List<String> ipAllowlist,
      boolean requireSignedRequests,
      boolean requireMtls,
      boolean scopedKeysOnly,
      @Nullable Integer keyRotationDays,
      @Nullable Instant updatedAt) {
    static final View NONE = new View(List.of(), false, false, false, null, null);

    static View of(SecurityPolicy policy) {
      return new View(
          policy.ipAllowlist(),
          policy.requireSignedRequests(),
          policy.requireMtls(),
          policy.scopedKeysOnly(),
          policy.keyRotationDays(),
          policy.updatedAt());
    }
  }

  PolicyBody checked() {
    if (ipAllowlist.size() > RANGES_MAX) {
      throw Input.invalid("ipAllowlist", "has at most %d entries".formatted(RANGES_MAX));
    }
    for (var range : ipAllowlist) {
      if (!isRange(range)) {
        throw Input.invalid("ipAllowlist", "has an entry that is no address or range");
      }
    }
    if (keyRotationDays != null && (keyRotationDays < 1 || keyRotationDays > DAYS_MAX)) {
      throw Input.invalid("keyRotationDays", "must be 1 to %d".formatted(DAYS_MAX));
    }
    return this;
  }

  private static boolean isRange(String text) {
    if (!RANGE.matcher(text).matches()) return false;
    try {
      AddressRange.of(text);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  SecurityPolicy of(String partnerId, Environment environment, Instant now) {
    return new SecurityPolicy(
        partnerId,
        environment,
        ipAllowlist,
        requireSignedRequests,
        requireMtls,
        scopedKeysOnly,
        keyRotationDays,
        now);
  }
}
