package africa.soko.edge;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which part of a list a caller asks for (SPEC "Pagination").
///
/// @param limit how many items at most
/// @param after the id of the last item of the page before, or null for the first page
public record Page(int limit, @Nullable String after) {
  private static final int CURSOR_CHARS_MAX = 256;
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
    return new Slice<>(items, limit, true, cursor(id.apply(items.getLast())));
  }

  static Page of(int limit, @Nullable String cursor) {
    return new Page(limit, cursor == null ? null : after(cursor));
  }

  private static String cursor(String id) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(id.getBytes(StandardCharsets.UTF_8));
  }

  private static String after(String cursor) {
    if (cursor.length() <= CURSOR_CHARS_MAX) {
      try {
        var id = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        if (ID.matcher(id).matches()) return id;
      } catch (IllegalArgumentException e) {
        throw malformed();
      }
    }
    throw malformed();
  }

  private static RefusedException malformed() {
    return Refused.of(ErrorCode.VALIDATION_ERROR, "cursor is not one that this list gave")
        .with("param", "cursor")
        .asException();
  }
}
