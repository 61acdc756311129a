package africa.soko;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.contract.ContractDocument;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;

/// The page that every error leads to by its `docUrl`: each code, when it is told, and what one of
/// them looks like. It is written from the cases of the contract and needs no script.
final class ErrorPage {
  private static final String PLACE = "<!-- codes -->";

  /// What is told before it is known which operation is meant.
  private static final Map<ErrorCode, String> ELSEWHERE =
      Map.of(
          ErrorCode.METHOD_NOT_ALLOWED,
          "The path has no such method. The header Allow names those that it has.",
          ErrorCode.EXPECTATION_FAILED,
          "The header Expect asks for something else than 100-continue.");

  private ErrorPage() {}

  static Buffer of(ContractDocument contract) {
    var codes = new StringBuilder();
    for (var code : ErrorCode.values()) write(code, contract.json(), codes);
    try (var in = App.class.getResourceAsStream("/web/errors.html")) {
      var page = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return Buffer.buffer(page.replace(PLACE, codes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(ErrorCode code, JsonNode contract, StringBuilder page) {
    var told = new LinkedHashSet<String>();
    var messages = new LinkedHashSet<String>();
    for (var example : contract.at("/components/examples").properties()) {
      var error = example.getValue().at("/value/error");
      if (!error.path("code").asText().equals(code.name())) continue;
      told.add(example.getValue().path("description").asText());
      messages.add(error.path("message").asText());
    }
    var elsewhere = ELSEWHERE.get(code);
    if (elsewhere != null) told.add(elsewhere);
    // Nothing answers it today.
    if (told.isEmpty()) return;
    page.append("<section id=\"%1$s\"><h2><a href=\"#%1$s\">%1$s</a>".formatted(code))
        .append(" <span>%d</span></h2>\n".formatted(code.status()));
    for (var text : told) page.append("<p>").append(escaped(text)).append("</p>\n");
    for (var text : messages) page.append("<pre>").append(escaped(text)).append("</pre>\n");
    page.append("</section>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
