package africa.soko.edge.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// A body and what it is compressed to, which is worked out once, when it is first asked for. What
/// is large lies outside the heap, where it is sent from: from the heap it would be copied for each
/// answer. Its memory goes with the last reference.
public final class Packed {
  /// What fits into one packet is sent as it is, to those who take that.
  static final int LARGE_BYTES = 1_400;

  private final Buffer plain;
  // Two threads may make the same one; either is right.
  private volatile @Nullable Buffer gzip;

  public Packed(Buffer plain) {
    this.plain = plain.length() < LARGE_BYTES ? plain : outside(plain.getBytes());
  }

  public boolean isLarge() {
    return plain.length() >= LARGE_BYTES;
  }

  public Buffer plain() {
    return plain;
  }

  public Buffer gzip() {
    var made = gzip;
    if (made == null) {
      made = outside(compress(plain.getBytes()));
      gzip = made;
    }
    return made;
  }

  private static Buffer outside(byte[] bytes) {
    var memory = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    return BufferInternal.buffer(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory)));
  }

  private static byte[] compress(byte[] bytes) {
    var out = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Memory does not fail", e);
    }
    return out.toByteArray();
  }
}
