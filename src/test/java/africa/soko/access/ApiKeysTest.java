package africa.soko.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ApiKeysTest {
  private final ApiKeys keys = new ApiKeys(new byte[32]);

  @Test
  void keys_are_recognised_by_their_checksum() {
    var seen = new HashSet<String>();
    for (var kind : KeyKind.values()) {
      for (int i = 0; i < 100; i++) {
        var key = keys.generate(kind);
        assertThat(key).startsWith(kind.prefix()).hasSize(kind.prefix().length() + 49);
        assertThat(ApiKeys.valid(key)).isTrue();
        assertThat(seen.add(key)).isTrue();
        int at = kind.prefix().length() + i % 49;
        var other = key.charAt(at) == 'a' ? 'b' : 'a';
        assertThat(ApiKeys.valid(key.substring(0, at) + other + key.substring(at + 1))).isFalse();
      }
    }
    assertThat(ApiKeys.valid("")).isFalse();
    assertThat(ApiKeys.valid("pk_live_")).isFalse();
    assertThat(ApiKeys.valid("pk_live_" + "\u00e9".repeat(49))).isFalse();
  }

  @Test
  void a_sandbox_key_can_be_told_again() {
    var key = keys.sandbox("p1", 1);
    assertThat(ApiKeys.valid(key)).isTrue();
    assertThat(keys.sandbox("p1", 1)).isEqualTo(key);
    assertThat(keys.sandbox("p1", 2)).isNotEqualTo(key);
    assertThat(keys.sandbox("p11", 1)).isNotEqualTo(key);
    assertThat(new ApiKeys(new byte[] {1}).sandbox("p1", 1)).isNotEqualTo(key);
  }

  @Test
  void a_masked_key_is_no_key() {
    var key = keys.generate(KeyKind.LIVE);
    assertThat(ApiKeys.mask(key)).isEqualTo("pk_live_****" + key.substring(key.length() - 4));
  }
}
