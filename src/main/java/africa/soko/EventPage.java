package africa.soko;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// The catalogue of events for people: each with its fields and an example, written from the
/// contract. It needs no script.
final class EventPage {
  private static final String PLACE = "<!-- events -->";
  private static final String SAMPLES_PLACE = "<!-- samples -->";
  private static final String REFERENCE = "$ref";
  private static final String PROPERTIES = "properties";

  private final JsonNode contract;
  private final StringBuilder page = new StringBuilder();

  private EventPage(JsonNode contract) {
    this.contract = contract;
  }

  /// @param template where the events and the samples go in
  /// @param samples how a signature is checked, by language
  static Buffer of(ContractDocument contract, Buffer template, Map<String, Buffer> samples) {
    var shown = new StringBuilder();
    samples.forEach(
        (language, sample) ->
            shown.append(
                "<details><summary>%s</summary><pre>%s</pre></details>\n"
                    .formatted(escaped(language), escaped(sample.toString()))));
    var page = new EventPage(contract.json());
    for (var event : contract.json().path("webhooks").properties()) {
      page.write(event.getKey(), event.getValue().path("post"));
    }
    return Buffer.buffer(
        template.toString().replace(SAMPLES_PLACE, shown).replace(PLACE, page.page));
  }

  private void write(String name, JsonNode post) {
    var media = post.at("/requestBody/content/application~1json");
    page.append("<section id=\"%1$s\"><h2><a href=\"#%1$s\">%1$s</a>".formatted(name));
    if (post.has("x-soko-coming")) page.append(" <span>not sent yet</span>");
    page.append("</h2>\n<p>").append(escaped(post.path("description").asText())).append("</p>\n");
    page.append("<table><thead><tr><th>data</th><th>Type</th><th></th></tr></thead><tbody>\n");
    fields("", dataOf(resolved(media.path("schema"))));
    page.append("</tbody></table>\n");
    for (var example : media.path("examples")) {
      var body = new JsonObject(Json.encode(example.path("value"))).encodePrettily();
      page.append("<details><summary>Example</summary><pre>").append(escaped(body));
      page.append("</pre></details>\n");
    }
    page.append("</section>\n");
  }

  private JsonNode dataOf(JsonNode event) {
    return event.at("/allOf/1/properties/data");
  }

  private void fields(String prefix, JsonNode schema) {
    var required = texts(schema.path("required"));
    for (var property : schema.path(PROPERTIES).properties()) {
      var field = resolved(property.getValue());
      var name = prefix + property.getKey();
      var says = new ArrayList<String>();
      if (!required.contains(property.getKey())) says.add("Where it applies.");
      if (field.has("description")) says.add(field.get("description").asText());
      page.append("<tr><td><code>%s</code></td>".formatted(escaped(name)))
          .append("<td>%s</td>".formatted(escaped(type(field))))
          .append("<td>%s</td></tr>\n".formatted(escaped(String.join(" ", says))));
      if (field.has(PROPERTIES)) fields(name + ".", field);
      var items = resolved(field.path("items"));
      if (items.has(PROPERTIES)) fields(name + "[].", items);
    }
  }

  private static String type(JsonNode field) {
    if (field.has("const")) return field.get("const").asText();
    var format = field.path("format").asText();
    if (!format.isEmpty()) {
      return texts(field.path("type")).contains("null") ? format + " or null" : format;
    }
    return String.join(" or ", texts(field.path("type")));
  }

  /// The texts of an array, or the one that stands there itself.
  private static List<String> texts(JsonNode node) {
    if (node.isTextual()) return List.of(node.asText());
    return StreamSupport.stream(node.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toList());
  }

  private JsonNode resolved(JsonNode schema) {
    var reference = schema.get(REFERENCE);
    return reference == null ? schema : contract.at(reference.asText().substring(1));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
