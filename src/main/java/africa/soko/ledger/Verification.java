package africa.soko.ledger;

import java.util.List;
import java.util.SortedMap;

/// What a verification of the books came to.
///
/// @param findings what is wrong; empty means that the books are proven
/// @param rowsOf how many rows each table has
public record Verification(List<Finding> findings, SortedMap<String, Long> rowsOf) {

  /// One thing that must hold and does not.
  ///
  /// @param proof the name of what must hold
  /// @param subject the row that breaks it
  public record Finding(String proof, String partnerId, String subject, String detail) {
    @Override
    public String toString() {
      return "%s: %s %s: %s".formatted(proof, partnerId, subject, detail);
    }
  }

  public boolean isProven() {
    return findings.isEmpty();
  }
}
