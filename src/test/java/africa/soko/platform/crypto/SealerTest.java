package africa.soko.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

class SealerTest {
  private static final Buffer SECRET = Buffer.buffer("{\"apiKey\":\"sk_sandbox_1\"}");

  private final Sealer sealer = new Sealer("a server secret of some length");

  @Test
  void opens_what_was_sealed_in_the_same_context() {
    var sealed = sealer.seal(SECRET, "one");
    assertThat(sealer.open(sealed, "one")).isEqualTo(SECRET);
    assertThat(sealer.open(sealer.seal(Buffer.buffer(), "one"), "one").length()).isZero();
  }

  @Test
  void the_same_text_is_never_sealed_alike() {
    assertThat(sealer.seal(SECRET, "one")).isNotEqualTo(sealer.seal(SECRET, "one"));
    assertThat(sealer.seal(SECRET, "one").toString()).doesNotContain("sandbox");
  }

  @Test
  void another_context_or_another_secret_does_not_open_it() {
    var sealed = sealer.seal(SECRET, "one");
    assertCannotOpen(sealer, sealed, "two");
    assertCannotOpen(new Sealer("another secret of some length"), sealed, "one");
  }

  @Test
  void a_changed_byte_shows_wherever_it_is() {
    var sealed = sealer.seal(SECRET, "one");
    for (int i = 0; i < sealed.length(); i++) {
      var changed = sealed.copy().setByte(i, (byte) (sealed.getByte(i) ^ 1));
      assertCannotOpen(sealer, changed, "one");
    }
    for (int length = 0; length < sealed.length(); length++) {
      assertCannotOpen(sealer, sealed.getBuffer(0, length), "one");
    }
  }

  private static void assertCannotOpen(Sealer sealer, Buffer sealed, String context) {
    assertThatThrownBy(() -> sealer.open(sealed, context))
        .isInstanceOf(IllegalStateException.class);
  }
}
