/// Hashes and keyed hashes.
package africa.soko.platform.crypto;
