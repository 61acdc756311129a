package africa.soko.edge;

import africa.soko.platform.net.AddressRange;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a partner itself demands of requests with one of its credentials (DECISIONS 3, security
/// policy).
///
/// @param version grows with each change of what the partner demands
/// @param addresses where requests may come from; anywhere if there are none
/// @param certificates SHA-256 in hex of those that its clients have
/// @param keyEnds when the key is too old, or null
public record AccessRules(
    int version,
    List<AddressRange> addresses,
    boolean signed,
    boolean mutualTls,
    boolean scopedOnly,
    Set<String> certificates,
    @Nullable Instant keyEnds) {

  /// Nothing is demanded, and never was.
  public static final AccessRules NONE = none(0);

  /// Nothing is demanded any more.
  public static AccessRules none(int version) {
    return new AccessRules(version, List.of(), false, false, false, Set.of(), null);
  }

  /// Whether every request passes.
  public boolean isEmpty() {
    return addresses.isEmpty() && !signed && !mutualTls && !scopedOnly && keyEnds == null;
  }

  /// @param source the address of whoever sends it
  public boolean admits(String source) {
    return addresses.isEmpty() || addresses.stream().anyMatch(range -> range.contains(source));
  }
}
