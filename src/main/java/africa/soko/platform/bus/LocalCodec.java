package africa.soko.platform.bus;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/// Passes an immutable value by reference: messages never leave the process.
///
/// @param <T> the type of the messages
public final class LocalCodec<T> implements MessageCodec<T, T> {
  private static final byte NOT_A_SYSTEM_CODEC = -1;

  private final String name;

  private LocalCodec(Class<T> type) {
    name = "local:" + type.getName();
  }

  /// Lets values of exactly this type be sent and replied.
  public static <T> void register(Vertx vertx, Class<T> type) {
    vertx.eventBus().registerDefaultCodec(type, new LocalCodec<>(type));
  }

  @Override
  public T transform(T value) {
    return value;
  }

  @Override
  public void encodeToWire(Buffer buffer, T value) {
    throw new IllegalStateException(name + " never goes over a wire");
  }

  @Override
  public T decodeFromWire(int position, Buffer buffer) {
    throw new IllegalStateException(name + " never comes over a wire");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte systemCodecID() {
    return NOT_A_SYSTEM_CODEC;
  }
}
