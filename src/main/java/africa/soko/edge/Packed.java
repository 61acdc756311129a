package africa.soko.edge;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// A body and what it is compressed to, which is worked out once, when it is first asked for.
final class Packed {
  private final Buffer plain;
  // Two threads may make the same one; either is right.
  private volatile @Nullable Buffer gzip;

  Packed(Buffer plain) {
    this.plain = plain;
  }

  int plainBytes() {
    return plain.length();
  }

  Buffer gzip() {
    var made = gzip;
    if (made == null) {
      made = compress(plain.getBytes());
      gzip = made;
    }
    return made;
  }

  private static Buffer compress(byte[] bytes) {
    var out = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Memory does not fail", e);
    }
    return Buffer.buffer(out.toByteArray());
  }
}
