package africa.soko.edge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The contract as it is published is a whole OpenAPI 3.1 document, in both forms. The judge is the
/// schema of OpenAPI itself, with the dialect of its schema objects, run by a validator that has
/// nothing to do with the service.
class PublishedContractTest {
  private static final Path FOLDER = Path.of("src/main/resources/openapi");
  private static final String OPENAPI = "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07";
  private static final ContractDocument CONTRACT = ContractDocument.load("/openapi");
  private static final String JSON = CONTRACT.asJson().toString();
  private static final String YAML = CONTRACT.asYaml().toString();

  @Test
  void both_forms_are_valid_openapi() {
    var schema = openApi();
    assertThat(schema.validate(JSON, InputFormat.JSON)).isEmpty();
    assertThat(schema.validate(YAML, InputFormat.YAML)).isEmpty();
  }

  @Test
  void the_contract_of_operators_is_valid_openapi_too() {
    var operators = ContractDocument.load("/operator");
    assertThat(openApi().validate(operators.asJson().toString(), InputFormat.JSON)).isEmpty();
    var references = new ArrayList<String>();
    collect(operators.json(), references);
    assertThat(references)
        .isNotEmpty()
        .noneMatch(r -> operators.json().at(r.substring(1)).isMissingNode());
  }

  @Test
  void the_schema_of_openapi_finds_a_fault_in_a_response_and_in_a_schema_object() {
    var schema = openApi();
    var noDescription = JSON.replaceFirst("\"description\":\"The quote.\",", "");
    assertThat(schema.validate(noDescription, InputFormat.JSON)).isNotEmpty();
    var noType = JSON.replaceFirst("\"type\":\"boolean\"", "\"type\":\"truth\"");
    assertThat(schema.validate(noType, InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void the_two_forms_say_the_same() throws IOException {
    assertThat(new YAMLMapper().readTree(YAML)).isEqualTo(new ObjectMapper().readTree(JSON));
  }

  @Test
  void every_reference_leads_somewhere() {
    var references = new ArrayList<String>();
    collect(CONTRACT.json(), references);
    assertThat(references).hasSizeGreaterThan(1_000);
    for (var reference : references) {
      assertThat(reference).startsWith("#/components/");
      assertThat(CONTRACT.json().at(reference.substring(1)).isMissingNode())
          .as(reference)
          .isFalse();
    }
  }

  @Test
  void every_part_in_the_folder_is_one_of_the_contract() throws IOException {
    var parts = new ArrayList<String>();
    parts.add("_root.yaml");
    for (var part : Yaml.read("/openapi/_root.yaml").get("x-soko-parts")) {
      parts.add(part.asText().substring("/openapi/".length()));
    }
    try (var files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(parts);
    }
    assertThat(CONTRACT.json().has("x-soko-parts")).isFalse();
  }

  private static void collect(JsonNode node, List<String> references) {
    if (node.path("$ref").isTextual()) references.add(node.get("$ref").asText());
    for (var each : node) collect(each, references);
  }

  private static JsonSchema openApi() {
    return JsonSchemaFactory.getInstance(
            SpecVersion.VersionFlag.V202012,
            factory ->
                factory.schemaMappers(
                    mappers ->
                        mappers.mapPrefix(
                            "https://spec.openapis.org/", "classpath:spec.openapis.org/")))
        .getSchema(SchemaLocation.of(OPENAPI));
  }
}
