package africa.soko.platform.net;

import java.net.InetAddress;

/// The addresses that begin with the same bits, written as `10.0.0.0/8` or `2001:db8::/32`. One
/// that is IPv4 inside IPv6 is the IPv4 one, also as a range: `::ffff:10.0.0.0/104`.
public record AddressRange(InetAddress network, int bits) {
  private static final int MAPPED_BITS = 96;
  private static final int IPV4_BYTES = 4;

  /// @throws IllegalArgumentException if it is none; an address without bits is that one alone
  public static AddressRange of(String text) {
    var parts = text.split("/", 2);
    var network = InetAddress.ofLiteral(parts[0]);
    int most = network.getAddress().length * Byte.SIZE;
    boolean mapped = most == IPV4_BYTES * Byte.SIZE && parts[0].contains(":");
    int bits = most;
    if (parts.length > 1) bits = Integer.parseInt(parts[1]) - (mapped ? MAPPED_BITS : 0);
    if (bits < 0 || bits > most) throw new IllegalArgumentException(text + " is no range");
    return new AddressRange(network, bits);
  }

  /// @param address as it is written; a zone after `%` is left aside
  /// @throws IllegalArgumentException if it is none
  public boolean contains(String address) {
    int zone = address.indexOf('%');
    return contains(
        InetAddress.ofLiteral(zone < 0 ? address : address.substring(0, zone)).getAddress());
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
