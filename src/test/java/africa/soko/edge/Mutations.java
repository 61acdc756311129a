package africa.soko.edge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/// Spoils good requests, each time in another way. All of it follows from the seed.
final class Mutations {
  private static final List<String> VALUES =
      List.of(
          "1e309",
          "-1e309",
          "1e-400",
          "-0",
          "0",
          "0.1234567",
          "-1",
          "1e2",
          "99999999999999999999",
          "1" + "0".repeat(400),
          "null",
          "true",
          "[]",
          "{}",
          "[[1]]",
          "\"\"",
          "\" \"",
          "\"NaN\"",
          "\"1\"",
          "\"a\\u0000b\"",
          "\"\\ud800\"",
          "\"ext:nobody\"",
          "\"master\"",
          "\"sub_01KJPX74PG4TFF59TDWH9EDD1R\"",
          "\"' OR 1=1 --\"",
          "\"../..\"",
          "\"BUY\"",
          "\"XXXX.KE\"",
          "\"" + "x".repeat(5_000) + "\"",
          "\"\\u202e\\u200b\"",
          "NaN",
          "Infinity",
          "01",
          "+1",
          ".5",
          "0x10",
          "1_000");
  private static final List<String> TEXTS =
      List.of(
          "",
          "%",
          "%zz",
          "%00",
          "%2e%2e",
          "%2F",
          "%ff",
          "%c0%af",
          "..",
          "ext:",
          "ext:%00",
          "ext:nobody",
          "a".repeat(300),
          "SCOM.KE",
          "SCOM",
          "1e309",
          "-0",
          "-1",
          "0.1234567",
          "2026-02-30",
          "9999999999",
          "%F0%9F%92%B8",
          "sub_01KJPX74PG4TFF59TDWH9EDD1R",
          "null",
          "%27%20OR%201%3D1",
          "master",
          "NSE",
          "2026-03-01T00:00:00Z",
          "+",
          "&",
          "a=b");
  private static final List<String> TYPES =
      List.of("text/plain", "application/xml", "application/json; charset=utf-16", "", "a/b/c");

  private final SplittableRandom random;

  /// A request as it goes out. The target is raw: it need not be a URI.
  record Sample(
      String method, String target, Map<String, String> headers, byte[] body, boolean isMoved) {

    @Override
    public String toString() {
      var text = new String(body, StandardCharsets.UTF_8);
      return "%s %s %s %s".formatted(method, target, headers, text);
    }
  }

  Mutations(long seed) {
    random = new SplittableRandom(seed);
  }

  /// @param target the good path and query
  /// @param body the good body, or null
  Sample spoil(ContractOperation operation, String target, ObjectNode body) {
    var headers = new LinkedHashMap<String, String>();
    if (body != null) headers.put("Content-Type", "application/json");
    var text = body == null ? "" : body.toString();
    var raw = bytes(text);
    var isMoved = false;
    switch (random.nextInt(body == null ? 4 : 12)) {
      case 0 -> target = withQuery(operation, target);
      case 1 -> {
        var moved = withPath(operation, target);
        isMoved = !moved.equals(target);
        target = isMoved ? moved : withQuery(operation, target);
      }
      case 2 -> header(headers);
      case 3 -> raw = bytes(body == null ? one(VALUES) : one(List.of("", one(VALUES), "{", "[")));
      case 4 -> raw = bytes(text.substring(0, random.nextInt(text.length())));
      case 5 -> raw = bytes("{\"a\":".repeat(1 + random.nextInt(200)) + "1");
      case 6 -> raw = bytes(text.substring(0, text.length() - 1) + ",\"" + name(body) + "\":1}");
      case 7 -> raw = bytes(text + one(List.of("x", "{}", "/* */", "\u0000", ",")));
      case 8 -> headers.put("Content-Type", one(TYPES));
      case 9 -> raw = bytes(text.replaceFirst(":\"", ":\"" + "\u0000"));
      default -> raw = bytes(replaced(body));
    }
    return new Sample(operation.method(), target, headers, raw, isMoved);
  }

  private String replaced(ObjectNode body) {
    var name = random.nextInt(10) == 0 ? "unknown" : name(body);
    var marked = body.deepCopy().put(name, "@@").toString();
    return marked.replace("\"@@\"", one(VALUES));
  }

  private String name(ObjectNode body) {
    var names = new ArrayList<String>();
    body.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) return "unknown";
    return names.get(random.nextInt(names.size()));
  }

  private String withQuery(ContractOperation operation, String target) {
    var names = new ArrayList<String>(List.of("limit", "cursor", "status", "x%00", "%zz"));
    operation.parameters().stream()
        .filter(parameter -> parameter.in().equals("query"))
        .forEach(parameter -> names.addAll(List.of(parameter.name(), parameter.name())));
    var name = names.get(random.nextInt(names.size()));
    var value = random.nextBoolean() ? one(TEXTS) : encoded(one(VALUES));
    var others = target.replaceAll("(?<=[?&])" + Pattern.quote(name) + "=[^&]*&?", "");
    return others + (others.contains("?") ? "&" : "?") + name + "=" + value;
  }

  private String withPath(ContractOperation operation, String target) {
    var slots = new ArrayList<Integer>();
    var template = operation.path().split("/");
    for (int i = 0; i < template.length; i++) if (template[i].startsWith("{")) slots.add(i);
    if (slots.isEmpty()) return target;
    var query = target.indexOf('?');
    var steps = (query < 0 ? target : target.substring(0, query)).split("/");
    steps[slots.get(random.nextInt(slots.size()))] = one(TEXTS);
    return String.join("/", steps) + (query < 0 ? "" : target.substring(query));
  }

  private void header(Map<String, String> headers) {
    switch (random.nextInt(7)) {
      case 0 -> headers.put("Idempotency-Key", "k".repeat(256));
      case 1 -> headers.put("Idempotency-Key", "");
      case 2 -> headers.put("x-huge", "h".repeat(20_000));
      case 3 -> headers.put("Accept", one(List.of("text/html", "*/*;q=0", "x", "a/b;q=z")));
      case 4 -> headers.put("Authorization", one(List.of("Bearer", "Bearer ", "Basic eDp5", "x")));
      case 5 -> headers.put("x-api-key", one(List.of("sk_sandbox_x", "pk_live_", "é")));
      default -> headers.put("If-None-Match", one(List.of("*", "\"", "W/\"\"", ",,,")));
    }
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(
        text.substring(0, Math.min(text.length(), 1_000)), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
