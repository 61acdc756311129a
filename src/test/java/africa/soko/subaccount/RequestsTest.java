package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Account.Status;
import africa.soko.platform.json.Json;
import africa.soko.platform.json.Sent;
import africa.soko.platform.json.ShapeFault;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestsTest {
  private static final IdentityNumbers NUMBERS = new IdentityNumbers("a secret of a test");

  @Test
  void an_update_tells_absent_from_null() {
    var command = update("{\"email\":null,\"displayName\":\"A\",\"status\":\"frozen\"}");
    assertThat(command.email()).isEqualTo(new Sent<>(null));
    assertThat(command.country()).isNull();
    assertThat(command.displayName()).isEqualTo("A");
    assertThat(command.status()).isEqualTo(Status.FROZEN);
    assertThat(update("{\"metadata\":{\"k\":\"v\"}}").metadata())
        .isEqualTo(new Sent<>("{\"k\":\"v\"}"));
    assertThat(update("{\"metadata\":null}").metadata()).isEqualTo(new Sent<>(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"status\":\"closed\"}",
        "{\"status\":null}",
        "{\"displayName\":null}",
        "{\"displayName\":\"\"}",
        "{\"country\":\"Kenya\"}",
        "{\"email\":\"nobody\"}",
      })
  void an_update_out_of_bounds_is_refused(String body) {
    assertThatThrownBy(() -> update(body))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.refused().code()).isEqualTo(ErrorCode.VALIDATION_ERROR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"externalId\":\"x\"}",
        "{\"email\":1}",
        "{\"metadata\":{\"k\":1}}",
        "{\"metadata\":{\"k\":null}}",
        "{\"status\":true}",
      })
  void an_update_of_another_shape_is_refused(String body) {
    assertThatThrownBy(() -> update(body)).isInstanceOf(ShapeFault.class);
  }

  @Test
  void verified_needs_a_level() {
    var request = read("{\"status\":\"VERIFIED\"}", KycRoutes.KycRequest.class);
    assertThatThrownBy(() -> request.command("p", NUMBERS).apply("sub_1"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.refused().code()).isEqualTo(ErrorCode.MISSING_PARAM));
  }

  @Test
  void an_identity_number_is_kept_as_a_fingerprint_and_printed_nowhere() {
    var request =
        read(
            "{\"status\":\"VERIFIED\",\"level\":\"FULL\",\"idNumber\":\"A1234567\",\"dateOfBirth\":\"1990-01-31\",\"consentAt\":\"2026-03-02T09:00:00Z\"}",
            KycRoutes.KycRequest.class);
    assertThat(request.toString()).doesNotContain("A1234567");
    var command = request.command("p", NUMBERS).apply("sub_1");
    assertThat(command.toString()).doesNotContain("A1234567").contains("4567");
    assertThat(command.identity().profile())
        .isEqualTo("{\"dateOfBirth\":\"1990-01-31\",\"consentAt\":\"2026-03-02T09:00:00.000Z\"}");
  }

  @Test
  void the_last_four_characters_of_a_number_are_whole_ones() {
    var last4 = Fingerprint.last4Of(NUMBERS.fingerprint("12345💸789"));
    assertThat(last4).isEqualTo("💸789");
  }

  private static UpdateSubAccount update(String body) {
    return read(body, SubAccountRoutes.UpdateRequest.class).command("p").apply("sub_1");
  }

  private static <T> T read(String body, Class<T> type) {
    return Json.decode(Buffer.buffer(body), type);
  }
}
