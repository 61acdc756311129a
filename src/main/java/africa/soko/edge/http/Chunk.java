package africa.soko.edge.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/// Bytes that go to many connections: laid out once, as a chunk of HTTP/1.1, outside the heap.
/// Whoever makes one releases it; whoever passes it to another thread retains it before.
public final class Chunk {
  private static final byte[] LINE_END = {'\r', '\n'};

  private final ByteBuf framed;
  private final int headLength;
  private final int length;

  private Chunk(Buffer bytes) {
    var head = Integer.toHexString(bytes.length()).getBytes(StandardCharsets.US_ASCII);
    headLength = head.length + LINE_END.length;
    length = bytes.length();
    framed = PooledByteBufAllocator.DEFAULT.directBuffer(headLength + length + LINE_END.length);
    framed.writeBytes(head).writeBytes(LINE_END).writeBytes(bytes.getBytes()).writeBytes(LINE_END);
  }

  private Chunk(ByteBuf framed, int headLength, int length) {
    this.framed = framed;
    this.headLength = headLength;
    this.length = length;
  }

  /// @param bytes at least one
  public static Chunk of(Buffer bytes) {
    return new Chunk(bytes);
  }

  /// One that lives as long as the process.
  public static Chunk constant(Buffer bytes) {
    var made = new Chunk(bytes);
    return new Chunk(Unpooled.unreleasableBuffer(made.framed), made.headLength, made.length);
  }

  public int length() {
    return length;
  }

  public Chunk retain() {
    framed.retain();
    return this;
  }

  public void release() {
    framed.release();
  }

  /// What it holds, copied.
  Buffer bytes() {
    return Buffer.buffer(ByteBufUtil.getBytes(framed, headLength, length));
  }

  /// As it goes to one connection.
  ///
  /// @param isFramed false for HTTP/1.0, which knows no chunks
  ByteBuf copy(boolean isFramed) {
    return isFramed ? framed.retainedDuplicate() : framed.retainedSlice(headLength, length);
  }
}
