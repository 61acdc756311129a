package africa.soko.paper;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The service under test: asked the same as the books on paper.
interface ServiceBooks {
  /// What is answered, as [Books#apply] says it.
  String apply(Op op);

  /// Of an account and what it holds of these, as [Facts] names it.
  Map<String, String> account(int id, List<String> symbols);

  /// @param isWhole whether its reports and events are wanted too
  Map<String, String> order(int id, boolean isWhole);

  /// When prices set an order off, where that takes a moment; else null.
  default @Nullable Instant triggeredAt(int order) {
    return null;
  }

  /// Fails unless what the service proves of its own books holds.
  void prove();
}
