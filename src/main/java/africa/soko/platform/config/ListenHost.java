package africa.soko.platform.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// The host that a port listens on, as the settings name it.
public record ListenHost(String text) {

  /// Whether only this machine can reach it. A name that leads nowhere is no loopback.
  public boolean isLoopback() {
    try {
      return InetAddress.getByName(text).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /// A URL of it that can be opened on this machine: an address that stands for all of them is
  /// none.
  public String url(int port) {
    var host = text;
    try {
      var address = InetAddress.getByName(text);
      if (address.isAnyLocalAddress()) host = "127.0.0.1";
    } catch (UnknownHostException e) {
      // It is told as it is written.
    }
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, port);
  }
}
