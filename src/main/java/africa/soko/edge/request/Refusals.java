package africa.soko.edge.request;

import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Visitor;

/// Told of every credential that was shown and refused. It may be called on any thread, and must
/// not wait.
public interface Refusals {
  Refusals NONE = (_, _, _) -> {};

  /// Looks at every refusal.
  default void see(Pending pending, ErrorCode reason) {
    if (!reason.isOfCredential()) return;
    count(pending.environment(), Visitor.at(pending.source()).network(), reason);
  }

  /// @param environment that the path lies in
  /// @param source the network that it came from
  void count(Environment environment, String source, ErrorCode reason);
}
