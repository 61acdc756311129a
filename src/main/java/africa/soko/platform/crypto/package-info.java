/// Hashes, keyed hashes and authenticated encryption of the few things that are kept secret.
package africa.soko.platform.crypto;
