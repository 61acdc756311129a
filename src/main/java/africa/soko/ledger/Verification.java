package africa.soko.ledger;

import java.util.List;

/// What a verification of the books came to.
///
/// @param findings what is wrong; empty means that the books are proven
/// @param counts how much was looked at
public record Verification(List<Finding> findings, Counts counts) {

  /// One thing that must hold and does not.
  ///
  /// @param check the name of what must hold
  /// @param subject the row that breaks it
  public record Finding(String check, String partnerId, String subject, String detail) {
    @Override
    public String toString() {
      return "%s: %s %s: %s".formatted(check, partnerId, subject, detail);
    }
  }

  /// How many rows the checks went over.
  public record Counts(
      long partners, long accounts, long transfers, long orders, long holdings, long events) {}

  public boolean isProven() {
    return findings.isEmpty();
  }
}
