package africa.soko.key;

import africa.soko.access.ApiKeys;
import io.vertx.core.buffer.Buffer;

/// The text of a key that has just been made. It is never printed.
record FreshKey(String text) {
  Buffer hash() {
    return Buffer.buffer(ApiKeys.hash(text));
  }

  String masked() {
    return ApiKeys.mask(text);
  }

  @Override
  public String toString() {
    return masked();
  }
}
