package africa.soko.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// An operation of the operators' contract as a command: what its path names are arguments, what
/// its query and its body have are options.
///
/// @param fields those of its body
record OperatorOperation(
    String id,
    String method,
    String path,
    String summary,
    String description,
    List<Parameter> parameters,
    List<Field> fields,
    boolean takesBody) {
  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

  /// @param in `path` or `query`
  record Parameter(String name, String in, boolean isRequired, String description) {}

  /// A field of the body.
  ///
  /// @param isText whether its value is sent as text; else it is JSON
  record Field(String name, boolean isRequired, boolean isText, String description) {}

  /// Those of a contract, in its order.
  static List<OperatorOperation> of(JsonNode contract) {
    var all = new ArrayList<OperatorOperation>();
    for (var path : contract.path("paths").properties()) {
      for (var method : METHODS) {
        var node = path.getValue().get(method);
        if (node != null) all.add(read(contract, path.getKey(), method, path.getValue(), node));
      }
    }
    return all;
  }

  private static OperatorOperation read(
      JsonNode contract, String path, String method, JsonNode item, JsonNode node) {
    var parameters = new ArrayList<Parameter>();
    for (var list : List.of(item.path("parameters"), node.path("parameters"))) {
      for (var one : list) {
        var parameter = resolved(contract, one);
        var in = parameter.path("in").asText();
        if (!in.equals("path") && !in.equals("query")) continue;
        parameters.add(
            new Parameter(
                parameter.path("name").asText(),
                in,
                parameter.path("required").asBoolean(),
                parameter.path("description").asText()));
      }
    }
    var body = node.path("requestBody").path("content").path("application/json").path("schema");
    return new OperatorOperation(
        node.path("operationId").asText(),
        method.toUpperCase(Locale.ROOT),
        path,
        node.path("summary").asText(),
        node.path("description").asText(),
        parameters,
        fields(contract, resolved(contract, body)),
        node.has("requestBody"));
  }

  private static List<Field> fields(JsonNode contract, JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    var fields = new ArrayList<Field>();
    for (var property : schema.path("properties").properties()) {
      var type = resolved(contract, property.getValue());
      fields.add(
          new Field(
              property.getKey(),
              required.contains(property.getKey()),
              isText(type),
              described(type)));
    }
    return fields;
  }

  private static boolean isText(JsonNode schema) {
    var type = schema.path("type");
    if (type.isTextual()) return type.asText().equals("string");
    for (var one : type) {
      if (one.asText().equals("string")) return true;
    }
    return schema.has("enum");
  }

  private static String described(JsonNode schema) {
    var text = schema.path("description").asText();
    var choices = schema.path("enum");
    if (choices.isEmpty()) return text;
    var names = new ArrayList<String>();
    choices.forEach(one -> names.add(one.asText()));
    return (String.join(", ", names) + ". " + text).strip();
  }

  private static JsonNode resolved(JsonNode contract, JsonNode node) {
    var reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : resolved(contract, contract.at(reference.substring(1)));
  }

  /// What it is called: `topUpWallet` is `top-up-wallet`.
  String command() {
    return id.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  CommandSpec spec() {
    var call = new OperatorCall(this);
    var spec = CommandSpec.forAnnotatedObject(call);
    spec.name(command()).usageMessage().header(escaped(summary));
    spec.usageMessage().description(escaped(description)).sortOptions(false);
    int index = 0;
    for (var parameter : parameters) {
      if (parameter.in.equals("path")) {
        spec.addPositional(
            PositionalParamSpec.builder()
                .index("" + index++)
                .arity("1")
                .required(true)
                .type(String.class)
                .paramLabel(parameter.name)
                .description(escaped(parameter.description))
                .setter(call.taking(parameter.name))
                .build());
      } else {
        spec.addOption(
            option(parameter.name, parameter.isRequired, parameter.description)
                .setter(call.taking(parameter.name))
                .build());
      }
    }
    for (var field : fields) {
      // With --body it may be given there.
      spec.addOption(
          option(field.name, false, field.description).setter(call.filling(field)).build());
    }
    return spec;
  }

  private static OptionSpec.Builder option(String name, boolean isRequired, String description) {
    return OptionSpec.builder("--" + name)
        .type(String.class)
        .arity("1")
        .required(isRequired)
        .paramLabel("VALUE")
        .description(escaped(description));
  }

  /// Descriptions are formats.
  private static String escaped(String text) {
    return text.replace("%", "%%");
  }
}
