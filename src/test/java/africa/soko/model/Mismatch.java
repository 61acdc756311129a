package africa.soko.model;

/// An answer that the model does not give.
final class Mismatch extends RuntimeException {
  private static final long serialVersionUID = 1;

  Mismatch(String message) {
    super(message, null, false, false);
  }

  static void expect(boolean holds, String what, Object... values) {
    if (!holds) throw new Mismatch(what.formatted(values));
  }
}
