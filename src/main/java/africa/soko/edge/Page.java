package africa.soko.edge;

import africa.soko.platform.crypto.Sha256;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which part of a list a caller asks for (SPEC "Pagination").
///
/// A cursor is the id of the last item of a page behind a mark of the list that it came from, so
/// that it leads on in no other list. The mark is no secret: the query decides what a caller sees.
///
/// @param limit how many items at most
/// @param after the id of the last item of the page before, or null for the first page
/// @param list whose list it is, and which
public record Page(int limit, @Nullable String after, String list) {
  private static final int CURSOR_CHARS_MAX = 256;
  private static final int MARK_BYTES = 8;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:|@+-]{1,128}");

  /// One page of a list, with what a response says about it.
  ///
  /// @param nextCursor how to ask for the page after this one, or null if there is none
  public record Slice<T>(List<T> items, int count, boolean hasMore, @Nullable String nextCursor) {}

  /// Cuts a page from what a query found.
  ///
  /// @param found the items after [#after()], in order, one more than [#limit()] if there are more
  /// @param id the id of an item, by which the list is ordered
  public <T> Slice<T> slice(List<T> found, Function<T, String> id) {
    if (found.size() <= limit) return new Slice<>(found, found.size(), false, null);
    var items = found.subList(0, limit);
    return new Slice<>(items, limit, true, cursor(list, id.apply(items.getLast())));
  }

  /// The same of a search that may end before it has a page full.
  ///
  /// @param goesOnAfter the id after which it goes on, or null if there is no more to look through
  public <T> Slice<T> slice(List<T> found, Function<T, String> id, @Nullable String goesOnAfter) {
    if (found.size() > limit || goesOnAfter == null) return slice(found, id);
    return new Slice<>(found, found.size(), true, cursor(list, goesOnAfter));
  }

  static Page of(String list, int limit, @Nullable String cursor) {
    return new Page(limit, cursor == null ? null : after(list, cursor), list);
  }

  private static String cursor(String list, String id) {
    var cursor = Buffer.buffer(mark(list)).appendString(id).getBytes();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
  }

  private static String after(String list, String cursor) {
    if (cursor.length() > CURSOR_CHARS_MAX) throw malformed();
    var bytes = decoded(cursor);
    if (!Arrays.equals(bytes, 0, Math.min(MARK_BYTES, bytes.length), mark(list), 0, MARK_BYTES)) {
      throw malformed();
    }
    var id = new String(bytes, MARK_BYTES, bytes.length - MARK_BYTES, StandardCharsets.UTF_8);
    if (ID.matcher(id).matches()) return id;
    throw malformed();
  }

  private static byte[] decoded(String cursor) {
    try {
      return Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  private static byte[] mark(String list) {
    return Arrays.copyOf(Sha256.of(list.getBytes(StandardCharsets.UTF_8)), MARK_BYTES);
  }

  private static RefusedException malformed() {
    return Refused.invalid("cursor", "cursor is not one that this list gave").asException();
  }
}
