package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/// The ports of the service, tried before anything else is started for its sake.
final class Ports {
  private Ports() {}

  /// @throws CannotStart naming the port that is taken
  static void requireFree(Config config) {
    requireFree(config, Setting.HTTP_HOST, Setting.HTTP_PORT);
    requireFree(config, Setting.MANAGEMENT_HOST, Setting.MANAGEMENT_PORT);
  }

  private static void requireFree(Config config, Setting hostSetting, Setting portSetting) {
    var host = config.text(hostSetting);
    int port = config.integer(portSetting);
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (BindException e) {
      if (String.valueOf(e.getMessage()).contains("in use")) throw taken(port, portSetting, e);
      throw cannotListen(host, port, hostSetting, portSetting, e);
    } catch (IOException e) {
      throw cannotListen(host, port, hostSetting, portSetting, e);
    }
  }

  private static CannotStart taken(int port, Setting setting, Exception e) {
    return new CannotStart(
        "Port %d is in use by another program. Choose another one with %s or %s."
            .formatted(port, setting.option(), setting.variable()),
        e);
  }

  private static CannotStart cannotListen(
      String host, int port, Setting hostSetting, Setting portSetting, Exception e) {
    return new CannotStart(
        "Nothing can listen on port %d of %s: %s. Choose another port with %s, or another address with %s."
            .formatted(port, host, e.getMessage(), portSetting.option(), hostSetting.option()),
        e);
  }
}
