package africa.soko.sandbox;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.platform.jwt.JwtVerifier;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DevelopmentIdentityProviderTest {
  private static final String ISSUER = "http://127.0.0.1/dev/idp";
  private static final String EMAIL = "Dev@Karibu.example";

  private final Vertx vertx = Vertx.vertx();
  private final JwtVerifier verifier = new JwtVerifier(vertx, ISSUER, "soko");

  @AfterEach
  void stop() {
    await(vertx.close());
  }

  @Test
  void its_tokens_are_good_with_its_keys_alone() {
    var provider = provider(InstantSource.system());
    verifier.use(provider.jwks().toString());
    var claims = await(verifier.verify(provider.token(EMAIL, "Dev")));
    assertThat(claims.email()).isEqualTo(EMAIL);
    assertThat(claims.name()).isEqualTo("Dev");
    var stranger = provider(InstantSource.system());
    assertThatThrownBy(() -> await(verifier.verify(stranger.token(EMAIL, "Dev"))))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void a_token_ends_after_its_hour() {
    var past = provider(InstantSource.offset(InstantSource.system(), Duration.ofMinutes(-62)));
    verifier.use(past.jwks().toString());
    assertThatThrownBy(() -> await(verifier.verify(past.token(EMAIL, null))))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void the_same_address_is_the_same_person_whichever_key_signs() {
    var first = provider(InstantSource.system());
    verifier.use(first.jwks().toString());
    var subject = await(verifier.verify(first.token(EMAIL, null))).subject();
    var second = provider(InstantSource.system());
    verifier.use(second.jwks().toString());
    assertThat(
            await(verifier.verify(second.token(EMAIL.toLowerCase(java.util.Locale.ROOT), null)))
                .subject())
        .isEqualTo(subject);
  }

  private static DevelopmentIdentityProvider provider(InstantSource clock) {
    return new DevelopmentIdentityProvider(ISSUER, "soko", clock);
  }
}
