package africa.soko.edge.http;

import africa.soko.platform.json.TextRules;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits a path into its segments and decodes each of them once.
public final class PathText {
  private PathText() {}

  /// The decoded segments, or null if the path is one that nothing is served under: an encoded
  /// slash, a dot segment, a control character, or a `%` that encodes nothing.
  public static @Nullable List<String> segments(String path) {
    if (!path.startsWith("/")) return null;
    var segments = new ArrayList<String>();
    int start = 1;
    while (true) {
      int end = path.indexOf('/', start);
      var segment = segment(end < 0 ? path.substring(start) : path.substring(start, end));
      if (segment == null) return null;
      segments.add(segment);
      if (end < 0) return segments;
      start = end + 1;
    }
  }

  private static @Nullable String segment(String raw) {
    var text = raw.indexOf('%') < 0 ? raw : decode(raw, false);
    if (text == null || text.equals(".") || text.equals("..")) return null;
    if (text.indexOf('/') >= 0 || text.indexOf('\\') >= 0) return null;
    return TextRules.isClean(text) ? text : null;
  }

  /// Decodes percent-encoded UTF-8, or gives null if it is none.
  public static @Nullable String decode(String raw, boolean plusIsSpace) {
    var bytes = ByteBuffer.allocate(raw.length() * 3);
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
        int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) return null;
        bytes.put((byte) (high << 4 | low));
        i += 2;
      } else if (c == '+' && plusIsSpace) {
        bytes.put((byte) ' ');
      } else if (c < 0x80) {
        bytes.put((byte) c);
      } else {
        return null;
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
