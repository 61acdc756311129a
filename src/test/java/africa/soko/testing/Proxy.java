package africa.soko.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A TCP proxy in front of a server that a test makes misbehave: silent, cut off, or away.
public final class Proxy implements AutoCloseable {
  private static final long PAUSE_NANOS = 1_000_000;

  /// What becomes of what the client and the server say.
  private enum Mode {
    PASS,
    /// The server hears everything, and nobody hears the server.
    SILENT,
    /// Connections end as soon as they are made.
    AWAY
  }

  /// What is done just before certain words are passed on.
  private record Trap(boolean towardsServer, String words, Runnable action) {}

  private final URI server;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Mode mode = Mode.PASS;
  private volatile @Nullable Trap trap;

  /// @param uri of the server
  public Proxy(String uri) {
    server = URI.create(uri);
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /// The server's URI, by way of this proxy.
  public String uri() {
    var there = server.getHost() + ":" + server.getPort();
    return server.toString().replace(there, "127.0.0.1:" + door.getLocalPort());
  }

  /// How many connections were asked for.
  public int accepted() {
    return accepted.get();
  }

  public void pass() {
    mode = Mode.PASS;
  }

  /// From now on no answer comes, until [#pass] lets all of them through.
  public void silence() {
    mode = Mode.SILENT;
  }

  /// Ends all connections, and every new one, until [#pass].
  public void away() {
    mode = Mode.AWAY;
    cut();
  }

  /// Ends all connections; new ones may be made.
  public void cut() {
    open.forEach(Proxy::close);
  }

  /// Resets all connections, as a server that is killed does; new ones may be made.
  public void reset() {
    open.forEach(
        socket -> {
          try {
            socket.setSoLinger(true, 0);
          } catch (SocketException e) {
            // It ended by itself.
          }
          close(socket);
        });
  }

  /// Does something, once, before the server hears these words.
  public void onRequest(String words, Runnable action) {
    trap = new Trap(true, words, action);
  }

  /// Does something, once, before an answer with these words is passed on.
  public void onAnswer(String words, Runnable action) {
    trap = new Trap(false, words, action);
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        var client = door.accept();
        accepted.incrementAndGet();
        if (mode == Mode.AWAY) close(client);
        else join(client);
      } catch (IOException e) {
        // The door was closed.
      }
    }
  }

  private void join(Socket client) {
    Socket behind;
    try {
      behind = new Socket(server.getHost(), server.getPort());
      // As the clients and the servers themselves do: else small messages wait for each other.
      behind.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
    } catch (IOException e) {
      // The server is away itself.
      close(client);
      return;
    }
    open.add(client);
    open.add(behind);
    Thread.ofVirtual().start(() -> pump(client, behind, true));
    Thread.ofVirtual().start(() -> pump(behind, client, false));
  }

  private void pump(Socket from, Socket to, boolean towardsServer) {
    var bytes = new byte[64 * 1024];
    try (from;
        to) {
      var in = from.getInputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        spring(towardsServer, new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
        while (!towardsServer && mode == Mode.SILENT) LockSupport.parkNanos(PAUSE_NANOS);
        to.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException e) {
      // One side is gone: the other one goes as well.
    }
    open.remove(from);
    open.remove(to);
  }

  private synchronized void spring(boolean towardsServer, String said) {
    var set = trap;
    if (set == null || set.towardsServer != towardsServer || !said.contains(set.words)) return;
    trap = null;
    set.action.run();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
