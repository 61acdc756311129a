package africa.soko;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Browser;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages: what they may do, by their headers, and what they do, in a browser.
@SokoTest
@Timeout(180)
class ReferenceIT {
  private static final String RENDERED =
      "document.querySelector('#reference h1, #reference h2') !== null"
          + " && document.body.innerText.includes('Idempotency')"
          + " && document.body.innerText.includes('Client Libraries')";
  private static final int PHONE = 390;

  @TempDir Path profile;
  private Browser browser;

  @AfterEach
  void close() {
    if (browser != null) browser.close();
  }

  private Browser browser() {
    Assumptions.assumeTrue(
        Browser.executable().isPresent(),
        "There is no Chromium: install it, or name it by the variable CHROMIUM");
    browser = new Browser(profile);
    return browser;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/index.html",
        "/docs",
        "/docs/errors",
        "/docs/events",
        "/docs/assets/docs.js"
      })
  void a_page_may_call_this_server_alone_and_stand_in_no_frame(String path, Service service) {
    var page = service.at("").get(path).expect(200);
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self';", "connect-src 'self'")
        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
        .doesNotContain("unsafe-eval", "http:", "https:", "*");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void the_catalogue_of_events_is_a_page_and_a_document(Service service) {
    var page = service.at("").get("/docs/events").expect(200).body();
    assertThat(page)
        .contains("<section id=\"order.filled\">", "<code>settlementUsdPrice</code>")
        .contains("<code>affectedSubAccounts[].units</code>", "not sent yet")
        .contains("MessageDigest.isEqual", "FixedTimeEquals", "hash_equals", "compare_digest")
        .doesNotContain("<script", "<!-- samples -->");
    service.at("").get("/docs/signature/vectors.tsv").expect(200);
    var document = service.at("").get("/asyncapi.json").expect(200);
    assertThat(document.header("Content-Type")).isEqualTo("application/json");
    assertThat(document.text("/asyncapi")).isEqualTo("3.0.0");
  }

  @Test
  void a_slash_too_many_leads_to_the_page(Service service) {
    var moved = service.at("").get("/docs/").expect(308);
    assertThat(moved.header("Location")).isEqualTo("/docs");
    assertThat(service.at("").get("/docs/errors/").header("Location")).isEqualTo("/docs/errors");
    service.at("").get("//evil.example/").expect(404);
    service.at("").get("/nothing/").expect(404);
  }

  @Test
  void the_reference_renders_and_asks_nobody_else(Service service) {
    var origin = "http://127.0.0.1:" + service.port();
    var chromium = browser();
    chromium.open(origin + "/docs", 1280, RENDERED);
    chromium.awaitTrue("document.body.innerText.includes('Shell Curl')");
    chromium.pressWithControl("k");
    chromium.awaitTrue(
        "document.querySelector('input[type=search], [role=dialog] input') !== null");
    chromium.open(origin + "/docs", PHONE, RENDERED);
    assertFits(chromium);
    assertQuiet(chromium, origin);
    assertThat(chromium.requests()).contains(origin + "/openapi.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/docs/errors", "/docs/events"})
  void a_page_fits_a_phone(String path, Service service) {
    var origin = "http://127.0.0.1:" + service.port();
    var chromium = browser();
    chromium.open(origin + path, PHONE, "document.readyState === 'complete'");
    assertFits(chromium);
    assertQuiet(chromium, origin);
  }

  @Test
  void a_live_key_is_refused_in_words_and_kept_nowhere(Service service) {
    var chromium = browser();
    for (var path : List.of("/", "/docs")) {
      chromium.open(
          "http://127.0.0.1:" + service.port() + path,
          1280,
          path.equals("/") ? "document.querySelector('pre button') !== null" : RENDERED);
      type(chromium, "pk_live_0123456789");
      assertThat(text(chromium, "#key-message")).contains("does not belong in a browser");
      assertThat(chromium.evaluate("document.getElementById('key').value").asText()).isEmpty();
      assertThat(chromium.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])"))
          .asString()
          .doesNotContain("pk_live_");
    }
    var sent =
        chromium.evaluate(
            "fetch('/api/v1/partner/account', {headers: {'x-api-key': 'pk_live_0123456789'}})"
                + ".then(() => 'sent', fault => fault.message)");
    assertThat(sent.asText()).contains("does not belong in a browser");
    assertThat(chromium.requests()).noneMatch(url -> URI.create(url).getPath().endsWith("account"));
  }

  @Test
  void a_sandbox_key_is_filled_in_and_stays_in_its_tab(Service service, Partner partner) {
    var origin = "http://127.0.0.1:" + service.port();
    var chromium = browser();
    chromium.open(origin + "/", 1280, "document.querySelector('pre button') !== null");
    assertThat(text(chromium, "pre")).contains("KEY=sk_sandbox_…").contains(origin);
    type(chromium, partner.key());
    assertThat(text(chromium, "pre")).contains("KEY=" + partner.key());
    chromium.open(origin + "/docs", 1280, RENDERED);
    assertThat(chromium.evaluate("document.getElementById('key').value").asText())
        .isEqualTo(partner.key());
    assertThat(chromium.evaluate("JSON.stringify({...localStorage})").asText())
        .doesNotContain("sk_sandbox_");
    assertQuiet(chromium, origin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/docs"})
  void the_link_of_the_start_fills_in_the_key_once_and_leaves_the_address(
      String path, Service service, Partner partner) {
    var link =
        "http://127.0.0.1:%d%s#one-time=%s"
            .formatted(service.port(), path, service.oneTimeTicket(partner.key()));
    var chromium = browser();
    chromium.open(link, 1280, "document.getElementById('key')?.value === '" + partner.key() + "'");
    assertThat(chromium.evaluate("location.hash").asText()).isEmpty();
    assertThat(chromium.evaluate("sessionStorage['soko.sandboxKey']").asText())
        .isEqualTo(partner.key());
    assertQuiet(chromium, "http://127.0.0.1:" + service.port());

    chromium.evaluate("sessionStorage.clear()");
    chromium.open(link, 1280, "document.getElementById('key-message')?.innerText.length > 0");
    assertThat(text(chromium, "#key-message")).contains("was used");
    assertThat(chromium.evaluate("document.getElementById('key').value").asText()).isEmpty();
    assertThat(chromium.evaluate("location.hash").asText()).isEmpty();
  }

  private static void type(Browser chromium, String text) {
    chromium.evaluate(
        "(() => { const field = document.getElementById('key'); field.value = '"
            + text
            + "'; field.dispatchEvent(new Event('input', {bubbles: true})); })()");
  }

  private static String text(Browser chromium, String selector) {
    return chromium.evaluate("document.querySelector('" + selector + "').innerText").asText();
  }

  private static void assertFits(Browser chromium) {
    assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
  }

  private static void assertQuiet(Browser chromium, String origin) {
    assertThat(chromium.faults()).isEmpty();
    assertThat(chromium.requests())
        .allMatch(
            url ->
                url.startsWith(origin + "/")
                    || url.startsWith("data:")
                    || url.startsWith("blob:")
                    || url.equals("about:blank"));
  }
}
