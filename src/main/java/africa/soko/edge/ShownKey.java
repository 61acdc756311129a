package africa.soko.edge;

/// A credential as a request has shown it.
///
/// @param rulesVersion of what its partner demanded when it was let in
public record ShownKey(String keyId, int rulesVersion) {
  public static ShownKey of(Caller caller) {
    return new ShownKey(caller.keyId(), caller.terms().rules().version());
  }
}
