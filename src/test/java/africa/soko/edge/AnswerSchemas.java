package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Set;

/// The schemas that the contract has for answers, by operation and status. An answer may have no
/// field that its schema lacks.
record AnswerSchemas(ResponseValidator partnerView, ResponseValidator rootView) {

  private static final Set<String> NO_JSON = Set.of("etag", "www-authenticate", "link");

  static AnswerSchemas load(Vertx vertx) {
    return new AnswerSchemas(
        validator(vertx, ContractView.SANDBOX), validator(vertx, ContractView.ROOT));
  }

  /// Fails unless the contract has this answer for the operation.
  void check(ContractOperation operation, Reply reply) {
    assertThat(operation.headers()).as(reply.toString()).containsKey(reply.status());
    checkHeaders(operation, reply);
    if (reply.status() >= 400) {
      assertThat(operation.errors()).as(reply.toString()).contains(reply.code());
    }
    var validator = operation.base().equals("root") ? rootView : partnerView;
    var headers = new HashMap<String, String>();
    reply.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
    // The validator reads header values as JSON, which an entity tag and a challenge are not.
    headers.keySet().removeIf(name -> NO_JSON.contains(name.toLowerCase(Locale.ROOT)));
    var response =
        ValidatableResponse.create(
            reply.status(), headers, Buffer.buffer(reply.body()), reply.header("Content-Type"));
    try {
      validator.validate(response, operation.id()).await();
    } catch (RuntimeException e) {
      throw new AssertionError(operation + " answered " + reply, e);
    }
  }

  /// A success has every header that the contract promises; only a repeat says that it is one.
  private static void checkHeaders(ContractOperation operation, Reply reply) {
    if (reply.status() >= 300) return;
    for (var name : operation.headers().get(reply.status())) {
      if (name.equals("Idempotent-Replayed")) continue;
      assertThat(reply.headers().firstValue(name)).as(name + " of " + reply).isPresent();
    }
  }

  private static ResponseValidator validator(Vertx vertx, ContractView view) {
    var contract = OpenAPIContract.from(vertx, view.closedDocument()).await();
    return ResponseValidator.create(vertx, contract);
  }
}
