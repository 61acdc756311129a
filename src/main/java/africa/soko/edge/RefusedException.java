package africa.soko.edge;

/// Carries a [Refused] out of code that reads the shape of a request. It has no stack trace: it is
/// an answer, not a fault.
public final class RefusedException extends RuntimeException {
  private final transient Refused refused;

  public RefusedException(Refused refused) {
    super(refused.message(), null, false, false);
    this.refused = refused;
  }

  public Refused refused() {
    return refused;
  }
}
