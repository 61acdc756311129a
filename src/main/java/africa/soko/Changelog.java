package africa.soko;

import africa.soko.edge.Lifecycle;
import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What goes out of the interface and when, for people and for programs (SPEC "Versioning" 6).
final class Changelog {
  private record Entries(List<Lifecycle> entries) {}

  private final List<Lifecycle> entries;

  Changelog(List<Lifecycle> entries) {
    this.entries = entries;
  }

  Buffer asJson() {
    return Json.encode(new Entries(entries));
  }

  Buffer asPage() {
    var page = new StringBuilder(HEAD);
    for (var each : entries) {
      page.append("<tr id=\"%s\">".formatted(escaped(each.anchor())));
      for (var cell :
          List.of(
              each.item(),
              each.state().name(),
              each.replacement(),
              how(each),
              each.announcedOn().toString(),
              day(each.lastSupportedOn()),
              day(each.removalOn()))) {
        page.append("<td>").append(escaped(cell)).append("</td>");
      }
      page.append("</tr>\n");
    }
    return Buffer.buffer(page.append("</tbody></table></main></body></html>\n").toString());
  }

  private static String how(Lifecycle each) {
    var emergency = each.emergency();
    return emergency == null
        ? each.guide()
        : "%s Sooner than usual: %s".formatted(each.guide(), emergency);
  }

  private static String day(@Nullable LocalDate date) {
    return date == null ? "not decided" : date.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Soko: changelog</title></head>
      <body><main><h1>Changelog of the interface</h1>
      <p>What is not listed is supported. The same as <a href="/changelog.json">JSON</a>.</p>
      <table><thead><tr><th>What</th><th>State</th><th>Replacement</th><th>How to move over</th>
      <th>Announced</th><th>Last supported</th><th>Removal</th></tr></thead><tbody>
      """;
}
