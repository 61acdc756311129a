package africa.soko.edge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A contract in parts becomes one, completed with what follows from its `x-soko-` fields.
class ContractPartsTest {
  private static final JsonNode WHOLE = ContractDocument.load("/contract/whole").json();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/contract/nowhere | has no part /contract/nowhere/_root.yaml",
        "/contract/absent | has no part /contract/absent/missing.yaml",
        "/contract/twice | /contract/twice/second.yaml: Size is given twice",
        "/contract/unknown | getThing: there is no example Error.NOT_THERE",
        "/contract/own | getThing: 404 follows from x-soko-errors",
        "/contract/stray | /contract/stray/part.yaml: a part has no servers",
      })
  void what_is_wrong_is_told_with_its_place(String folder, String fault) {
    assertThatThrownBy(() -> ContractDocument.load(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void the_parts_are_one_document_in_the_order_of_openapi() {
    assertThat(names(WHOLE)).containsExactly("openapi", "info", "paths", "components");
    assertThat(names(WHOLE.path("paths"))).containsExactly("/things/{thingId}", "/me", "/ping");
  }

  @Test
  void a_change_takes_an_idempotency_key_and_says_when_it_is_a_repeat() {
    var change = WHOLE.at("/paths/~1things~1{thingId}/post");
    assertThat(change.at("/parameters/0/$ref").asText()).endsWith("/IdempotencyKey");
    assertThat(names(change.at("/responses/200/headers")))
        .containsExactly(
            "X-Request-Id",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            "Idempotent-Replayed",
            "X-Own");
    assertThat(headersOf(change, "409")).contains("Idempotent-Replayed");
    assertThat(headersOf(change, "403")).doesNotContain("Idempotent-Replayed");
    assertThat(headersOf(change, "401")).containsExactly("X-Request-Id", "WWW-Authenticate");
    assertThat(headersOf(change, "429")).contains("Retry-After", "X-RateLimit-Limit");
  }

  @Test
  void an_operation_has_the_codes_that_it_names_and_those_of_its_kind() {
    var change = WHOLE.at("/paths/~1things~1{thingId}/post");
    assertThat(texts(change.path("x-soko-errors")))
        .containsExactly(
            "AUTH_INVALID",
            "AUTH_MISSING",
            "AUTH_REVOKED",
            "AUTH_SUSPENDED",
            "CONFLICT",
            "FORBIDDEN",
            "INTERNAL_ERROR",
            "INVALID_TYPE",
            "MAINTENANCE",
            "MISSING_IDEMPOTENCY_KEY",
            "MISSING_PARAM",
            "NOT_ACCEPTABLE",
            "NOT_FOUND",
            "PAYLOAD_TOO_LARGE",
            "RATE_LIMITED",
            "SERVICE_UNAVAILABLE",
            "UNSUPPORTED_MEDIA_TYPE",
            "VALIDATION_ERROR");
    var conflict = response(change, "409");
    assertThat(conflict.path("description").asText())
        .isEqualTo(
            """
            * `CONFLICT`: The thing is broken.
            * `CONFLICT`: The Idempotency-Key belongs to another request, or to one that is still running.\
            """);
    assertThat(names(conflict.at("/content/application~1json/examples")))
        .containsExactly("CONFLICT_THING", "CONFLICT");
  }

  @Test
  void what_is_kept_in_memory_is_told_with_its_version() {
    var hot = WHOLE.at("/paths/~1things~1{thingId}/get");
    assertThat(hot.at("/parameters/0/$ref").asText()).endsWith("/IfNoneMatch");
    assertThat(names(hot.at("/responses/200/headers"))).contains("ETag", "Cache-Control");
    assertThat(names(hot.path("responses"))).contains("304");
    assertThat(hot.has("security")).isFalse();
  }

  @Test
  void what_an_operation_asks_to_be_shown_is_its_security() {
    var identified = WHOLE.at("/paths/~1me/get");
    assertThat(identified.path("security").toString()).isEqualTo("[{\"idToken\":[]}]");
    assertThat(texts(identified.path("x-soko-errors"))).contains("FORBIDDEN", "INVALID_TYPE");
    var open = WHOLE.at("/paths/~1ping/get");
    assertThat(open.path("security").toString()).isEqualTo("[]");
    assertThat(texts(open.path("x-soko-errors")))
        .containsExactly(
            "INTERNAL_ERROR",
            "NOT_ACCEPTABLE",
            "PAYLOAD_TOO_LARGE",
            "UNSUPPORTED_MEDIA_TYPE",
            "VALIDATION_ERROR");
    assertThat(headersOf(open, "500")).containsExactly("X-Request-Id");
  }

  @Test
  void text_that_another_reader_could_take_for_something_else_is_quoted() {
    var yaml = ContractDocument.load("/contract/whole").asYaml().toString();
    assertThat(yaml)
        .contains("\"200\":", "example: \"2026-03-01\"", "default: \"no\"")
        .contains("description: |-\n    First.\n\n    Second.\n")
        .doesNotContain("---");
  }

  private static JsonNode response(JsonNode operation, String status) {
    return Pieces.resolve(WHOLE, operation.path("responses").path(status));
  }

  private static List<String> headersOf(JsonNode operation, String status) {
    return names(response(operation, status).path("headers"));
  }

  private static List<String> names(JsonNode node) {
    return node.properties().stream().map(entry -> entry.getKey()).toList();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }
}
