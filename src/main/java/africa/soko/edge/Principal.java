package africa.soko.edge;

/// Who asks for something.
public sealed interface Principal permits Caller, Identity, Principal.Nobody, Principal.Service {

  /// Somebody who showed nothing, where nothing is asked for.
  record Nobody() implements Principal {}

  /// The service itself: what became due, or what it tells everybody.
  record Service() implements Principal {}
}
