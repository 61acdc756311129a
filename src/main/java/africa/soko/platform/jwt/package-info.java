/// Signed tokens of identity providers.
package africa.soko.platform.jwt;
