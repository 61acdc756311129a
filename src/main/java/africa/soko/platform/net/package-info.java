/// Addresses of the Internet.
package africa.soko.platform.net;
