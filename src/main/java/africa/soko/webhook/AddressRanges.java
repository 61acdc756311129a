package africa.soko.webhook;

import africa.soko.platform.net.AddressRange;
import java.util.List;
import java.util.stream.Stream;

/// Which addresses belong to the public Internet, after the special-purpose registries of IANA. The
/// JDK's own flags miss half of them.
final class AddressRanges {
  private static final List<AddressRange> PRIVATE_IPV4 =
      Stream.of(
              "0.0.0.0/8", // this network
              "10.0.0.0/8", // private
              "100.64.0.0/10", // shared by carriers
              "127.0.0.0/8", // loopback
              "169.254.0.0/16", // link-local, and the metadata of clouds
              "172.16.0.0/12", // private
              "192.0.0.0/24", // protocol assignments
              "192.0.2.0/24", // documentation
              "192.31.196.0/24", // AS112
              "192.52.193.0/24", // AMT
              "192.88.99.0/24", // 6to4 relays
              "192.168.0.0/16", // private
              "192.175.48.0/24", // AS112
              "198.18.0.0/15", // benchmarks
              "198.51.100.0/24", // documentation
              "203.0.113.0/24", // documentation
              "224.0.0.0/4", // multicast
              "240.0.0.0/4") // reserved, and broadcast
          .map(AddressRange::of)
          .toList();

  // All other global unicast addresses start with these three bits; what lies outside of them is
  // loopback, mapped, translated, local or multicast.
  private static final AddressRange GLOBAL_IPV6 = AddressRange.of("2000::/3");

  private static final List<AddressRange> SPECIAL_IPV6 =
      Stream.of(
              "2001::/23", // Teredo, ORCHID, benchmarks
              "2001:db8::/32", // documentation
              "2002::/16", // 6to4: holds any IPv4 address
              "2620:4f:8000::/48", // AS112
              "3fff::/20") // documentation
          .map(AddressRange::of)
          .toList();

  private AddressRanges() {}

  /// @param address 4 or 16 bytes
  static boolean isPublic(byte[] address) {
    if (address.length == 4) return PRIVATE_IPV4.stream().noneMatch(r -> r.contains(address));
    return GLOBAL_IPV6.contains(address)
        && SPECIAL_IPV6.stream().noneMatch(r -> r.contains(address));
  }
}
