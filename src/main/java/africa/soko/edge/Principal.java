package africa.soko.edge;

/// Who asks for something. Each way to be known is a type of its own.
public sealed interface Principal
    permits Caller, Identity, Visitor, Principal.Operator, Principal.Nobody, Principal.Service {
  Principal NOBODY = new Nobody();

  /// Whoever runs the service, at its management port.
  record Operator() implements Principal {}

  /// Somebody who showed nothing, where nothing is asked for.
  record Nobody() implements Principal {}

  /// The service itself: what became due, or what it tells everybody.
  record Service() implements Principal {}
}
