package africa.soko.edge;

/// An operation in one environment and the handler that answers it.
record Route(Operation operation, Environment environment, Handler handler) {

  /// The path from the root of the service.
  String path() {
    return operation.base() == Operation.Base.ROOT
        ? operation.template()
        : environment.base() + operation.template();
  }
}
