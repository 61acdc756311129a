/// Hashes, and keeping secrets: what must be stored and read back is sealed with keys derived from
/// the server's own secret.
package africa.soko.platform.crypto;
