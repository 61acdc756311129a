package africa.soko.edge;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/// Somebody who is not known yet, by where the connection comes from.
///
/// @param network an IPv4 address, or the first half of an IPv6 one: whoever has one address of
///   that half has all of them
public record Visitor(String network) implements Principal {
  private static final int NETWORK_GROUPS = 4;

  /// @param address as text, or nothing; one that is IPv4 inside IPv6 is the IPv4 one
  public static Visitor at(String address) {
    if (address.isEmpty()) return new Visitor("");
    int zone = address.indexOf('%');
    var parsed = InetAddress.ofLiteral(zone < 0 ? address : address.substring(0, zone));
    if (!(parsed instanceof Inet6Address)) return new Visitor(parsed.getHostAddress());
    var groups = new ArrayList<String>();
    var network = ByteBuffer.wrap(parsed.getAddress());
    for (int i = 0; i < NETWORK_GROUPS; i++) groups.add(Integer.toHexString(network.getChar()));
    return new Visitor(String.join(":", groups) + "::/64");
  }
}
