package africa.soko.audit;

import java.util.List;

/// Where in the audit log of one schema an entry is missing, was added, or is another one than was
/// written.
///
/// @param findings empty if every entry follows from the one before
public record AuditVerification(List<String> findings, int chains, long entries) {
  public boolean isProven() {
    return findings.isEmpty();
  }
}
