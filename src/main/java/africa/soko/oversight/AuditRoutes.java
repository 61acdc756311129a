package africa.soko.oversight;

import africa.soko.audit.AuditEntry.Row;
import africa.soko.audit.AuditStore;
import africa.soko.audit.AuditStore.Terms;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.core.Future;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The audit log, read back (SPEC "Pagination", DECISIONS "Addresses", audit log).
final class AuditRoutes {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;
  private static final Pattern SEQUENCE = Pattern.compile("[0-9]{1,18}");

  /// The hash is made of all of it.
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private AuditRoutes() {}

  /// @param status null where an operator's call is told of that had not been answered
  record Entry(
      long sequence,
      String timestamp,
      String actor,
      String action,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String target,
      String source,
      String requestId,
      @Nullable Integer status,
      String hash) {

    static Entry of(Row row) {
      var entry = row.entry();
      return new Entry(
          row.sequence(),
          MICROS.format(row.at()),
          entry.actor(),
          entry.asked().action(),
          entry.asked().target(),
          entry.asked().source(),
          entry.requestId(),
          entry.status() == 0 ? null : entry.status(),
          row.hashText());
    }
  }

  record Entries(List<Entry> entries, int count, boolean hasMore, @Nullable String nextCursor) {}

  static void bind(Contract contract, AuditStore store) {
    contract.read("listAudit", call -> list(call, store, call.caller().partnerId()));
  }

  /// The page of a chain that a call asks for.
  static Future<Answer> list(Call call, AuditStore store, String chain) {
    var query = call.query();
    var page = query.page(LIMIT_DEFAULT, LIMIT_MAX);
    var terms =
        new Terms(
            query.text("actor"),
            query.text("action"),
            query.text("requestId"),
            query.instant("since"),
            query.instant("until"));
    return store
        .before(chain, before(page.after()), terms, page.limit() + 1)
        .map(found -> Answer.ok(body(page, found)));
  }

  private static Entries body(Page page, AuditStore.Found found) {
    var goesOn = found.goesOnBefore();
    var slice =
        page.slice(
            found.entries(),
            row -> Long.toString(row.sequence()),
            goesOn == null ? null : Long.toString(goesOn));
    return new Entries(
        slice.items().stream().map(Entry::of).toList(),
        slice.count(),
        slice.hasMore(),
        slice.nextCursor());
  }

  private static long before(@Nullable String cursor) {
    if (cursor == null) return Long.MAX_VALUE;
    if (SEQUENCE.matcher(cursor).matches()) return Long.parseLong(cursor);
    throw Refused.invalid("cursor", "cursor is not one that this list gave").asException();
  }
}
