package africa.soko.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// A connection on which a test writes, byte by byte, what no client library would, and reads what
/// comes back. Texts are Latin 1.
public final class RawConnection implements AutoCloseable {
  private static final int WAIT_MILLIS = 20_000;
  private static final int NARROW_BYTES = 4_096;
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

  private final Socket socket;

  public RawConnection(int port) {
    this(port, new Socket());
  }

  private RawConnection(int port, Socket socket) {
    this.socket = socket;
    try {
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      socket.setSoTimeout(WAIT_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A connection of a client that has hardly any room for what it is sent.
  public static RawConnection narrow(int port) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(NARROW_BYTES);
    return new RawConnection(port, socket);
  }

  /// Writes a text again and again and reads nothing, until the other side ends the connection.
  ///
  /// @return how often it was taken, at most the given number of times
  public int writeToEnd(String text, int timesMax) {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    for (int times = 0; times < timesMax; times++) {
      try {
        socket.getOutputStream().write(bytes);
      } catch (IOException ended) {
        return times;
      }
    }
    return timesMax;
  }

  public RawConnection write(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What comes until the given text has come.
  public String readUntil(String end) {
    var read = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      while (!text(read).endsWith(end)) {
        int next = in.read();
        if (next < 0) throw new AssertionError("It ended after: " + text(read));
        read.write(next);
      }
      return text(read);
    } catch (IOException e) {
      throw new AssertionError("Only this came: " + text(read), e);
    }
  }

  /// One answer that says how long its body is.
  public String readAnswer() {
    var head = readUntil("\r\n\r\n");
    var length = LENGTH.matcher(head);
    if (!length.find()) throw new AssertionError("How long is the body of " + head);
    try {
      var body = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
      return head + new String(body, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError("No body after: " + head, e);
    }
  }

  /// What comes until the other side ends the connection.
  public String readToEnd() {
    var read = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(read);
    } catch (SocketException e) {
      // Ended without ceremony, for something that we sent was not read.
    } catch (IOException e) {
      throw new AssertionError("It stays open after: " + text(read), e);
    }
    return text(read);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(ByteArrayOutputStream read) {
    return read.toString(StandardCharsets.ISO_8859_1);
  }
}
