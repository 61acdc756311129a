package africa.soko.feature;

import africa.soko.edge.Contract;
import africa.soko.ledger.Due;
import java.util.List;

/// One part of what an environment offers. It says what it has; who composes the environment binds,
/// deploys and ends it.
public interface Feature {
  /// Binds its operations.
  default void bind(Contract contract) {}

  /// Binds what operators change in this environment.
  default void bindOperator(Contract.Operators contract) {}

  /// What becomes due, in the order in which it is done.
  default List<Due<?>> due() {
    return List.of();
  }

  /// What is forgotten, and after how long.
  default List<Retention> retention() {
    return List.of();
  }

  /// What works by itself.
  default List<Worker> workers() {
    return List.of();
  }

  /// What a partner shows of it in the sandbox before going live.
  default List<Check> checks() {
    return List.of();
  }
}
