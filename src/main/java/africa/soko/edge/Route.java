package africa.soko.edge;

import org.jspecify.annotations.Nullable;

/// An operation in one environment and the handler that answers it.
///
/// @param environment null for an operator's, which may speak of either
public record Route(Operation operation, @Nullable Environment environment, Handler handler) {

  /// The path from the root of the service.
  String path() {
    return base() + operation.template();
  }

  /// What its path begins with.
  public String base() {
    return switch (operation.base()) {
      case ROOT -> "";
      case OPERATOR -> Operation.OPERATOR_BASE;
      case PARTNER, SANDBOX -> environment == null ? "" : environment.base();
    };
  }
}
