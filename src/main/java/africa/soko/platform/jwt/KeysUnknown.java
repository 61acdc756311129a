package africa.soko.platform.jwt;

/// No key set was fetched yet, so that no token can be told from a forged one.
public final class KeysUnknown extends RuntimeException {
  KeysUnknown() {
    super("The keys of the identity provider are not known yet", null, false, false);
  }
}
