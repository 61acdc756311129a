package africa.soko.platform.net;

import java.net.InetAddress;

/// The addresses that begin with the same bits, written as `10.0.0.0/8` or `2001:db8::/32`. One
/// that is IPv4 inside IPv6 is the IPv4 one.
public record AddressRange(InetAddress network, int bits) {

  /// @throws IllegalArgumentException if it is none; an address without bits is that one alone
  public static AddressRange of(String text) {
    var parts = text.split("/", 2);
    var network = InetAddress.ofLiteral(parts[0]);
    int most = network.getAddress().length * Byte.SIZE;
    int bits = parts.length == 1 ? most : Integer.parseInt(parts[1]);
    if (bits < 0 || bits > most) throw new IllegalArgumentException(text + " is no range");
    return new AddressRange(network, bits);
  }

  /// @param address 4 or 16 bytes
  public boolean contains(byte[] address) {
    var prefix = network.getAddress();
    if (address.length != prefix.length) return false;
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if ((address[bit / Byte.SIZE] & mask) != (prefix[bit / Byte.SIZE] & mask)) return false;
    }
    return true;
  }
}
