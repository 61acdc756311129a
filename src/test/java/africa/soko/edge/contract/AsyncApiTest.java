package africa.soko.edge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The catalogue of events is a whole AsyncAPI 3.0 document. The judge is the schema of AsyncAPI
/// itself (package `@asyncapi/specs` 6.11.1 of npm, Apache-2.0), and beyond it what it cannot say:
/// that references lead somewhere and examples keep to their payloads.
class AsyncApiTest {
  private static final ContractDocument CONTRACT = ContractDocument.load("/openapi");
  private static final String JSON = AsyncApi.of(CONTRACT).toString();
  private static JsonNode document;

  @BeforeAll
  static void read() throws IOException {
    document = new ObjectMapper().readTree(JSON);
  }

  @Test
  void it_is_valid_asyncapi() throws IOException {
    assertThat(asyncApi().validate(JSON, InputFormat.JSON)).isEmpty();
  }

  @Test
  void the_schema_of_asyncapi_finds_a_fault_in_an_operation_and_in_a_payload() throws IOException {
    var schema = asyncApi();
    var noAction = JSON.replaceFirst("\"action\":\"send\",", "");
    assertThat(schema.validate(noAction, InputFormat.JSON)).isNotEmpty();
    var noType = JSON.replaceFirst("\"type\":\"boolean\"", "\"type\":\"truth\"");
    assertThat(schema.validate(noType, InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void both_channels_carry_the_events_of_the_contract() {
    var webhooks = names(CONTRACT.json().path("webhooks"));
    assertThat(names(document.at("/channels/webhook/messages"))).isEqualTo(webhooks);
    webhooks.remove("test.event");
    assertThat(names(document.at("/channels/stream/messages"))).isEqualTo(webhooks);
    for (var channel : Set.of("webhook", "stream")) {
      assertThat(document.at("/operations/" + channel + "/messages"))
          .hasSameSizeAs(document.at("/channels/" + channel + "/messages"));
    }
  }

  @Test
  void every_reference_leads_somewhere_and_every_schema_is_led_to() {
    var references = new HashSet<>(document.findValuesAsText("$ref"));
    assertThat(references).hasSizeGreaterThan(50);
    for (var reference : references) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
    for (var name : names(document.at("/components/schemas"))) {
      assertThat(references).contains("#/components/schemas/" + name);
    }
  }

  @Test
  void every_example_keeps_to_its_payload() throws IOException {
    for (var message : document.at("/channels/webhook/messages")) {
      var schema = (ObjectNode) message.path("payload").deepCopy();
      schema.set("components", document.path("components"));
      var judge = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
      assertThat(message.path("examples")).isNotEmpty();
      for (var example : message.path("examples")) {
        assertThat(judge.validate(example.path("payload"))).as(example.toString()).isEmpty();
        assertThat(example.at("/payload/event")).isEqualTo(message.path("name"));
      }
    }
  }

  private static Set<String> names(JsonNode object) {
    var names = new HashSet<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonSchema asyncApi() throws IOException {
    try (var in = AsyncApiTest.class.getResourceAsStream("/asyncapi/3.0.0.json.gz")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
          .getSchema(new GZIPInputStream(in));
    }
  }
}
