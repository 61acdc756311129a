package africa.soko.testing;

import africa.soko.edge.ErrorCode;
import java.math.BigDecimal;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/// What tests say of answers.
public final class ReplyAssert extends AbstractAssert<ReplyAssert, Reply> {
  private ReplyAssert(Reply actual) {
    super(actual, ReplyAssert.class);
  }

  public static ReplyAssert assertThat(Reply reply) {
    return new ReplyAssert(reply);
  }

  public ReplyAssert hasStatus(int status) {
    Assertions.assertThat(actual.status()).as(actual.toString()).isEqualTo(status);
    return this;
  }

  /// A refusal of this status and code, in the one shape that all of them have.
  public ReplyAssert isRefused(int status, String code) {
    hasStatus(status);
    Assertions.assertThat(actual.code()).as(actual.toString()).isEqualTo(code);
    return hasErrorShape();
  }

  public ReplyAssert hasErrorShape() {
    var error = actual.at("/error");
    Assertions.assertThat(actual.header("Content-Type")).startsWith("application/json");
    Assertions.assertThat(actual.json().size())
        .as(actual.toString())
        .isEqualTo(actual.json().has("error_description") ? 2 : 1);
    Assertions.assertThat(error.path("message").asText()).as(actual.toString()).isNotBlank();
    Assertions.assertThat(error.path("requestId").asText())
        .as(actual.toString())
        .isNotBlank()
        .isEqualTo(actual.header("X-Request-Id"));
    Assertions.assertThat(error.path("docUrl").asText())
        .as(actual.toString())
        .endsWith("/docs/errors#" + actual.code());
    Assertions.assertThat(ErrorCode.valueOf(actual.code()).status())
        .as(actual.toString())
        .isEqualTo(actual.status());
    return this;
  }

  /// The message of a refusal holds these words.
  public ReplyAssert says(String words) {
    Assertions.assertThat(actual.text("/error/message")).contains(words);
    return this;
  }

  public ReplyAssert has(String pointer, String text) {
    Assertions.assertThat(actual.text(pointer))
        .as(pointer + " of " + actual.body())
        .isEqualTo(text);
    return this;
  }

  public ReplyAssert hasNumber(String pointer, String number) {
    Assertions.assertThat(actual.number(pointer))
        .as(pointer + " of " + actual.body())
        .isEqualByComparingTo(new BigDecimal(number));
    return this;
  }
}
