package africa.soko.market;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The older paths of market data (SPEC "Versioning" 7): they answer as ever and say what replaces
/// them.
@SokoTest
class AliasesIT {
  @ParameterizedTest
  @CsvSource({
    "/market-data/quotes?symbol=SCOM.KE&exchange=NSE",
    "'/market-data/quotes?symbols=SCOM.KE,NOPE.KE'",
    "/market-data/ohlcv?symbol=SCOM.KE&exchange=NSE&from=2026-01-01&to=2026-02-01",
    "/market-data/movers?limit=3",
    "/market-data/exchanges",
    "/market-data/status?exchange=NSE",
  })
  void an_alias_answers_as_its_successor_and_says_so(String path, Service service) {
    var partner = service.partner();
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var successor = path.replace("/market-data/", "/market/");
      var alias = api.get(path).expect(200);
      if (!path.contains("status")) assertThat(alias.body()).isEqualTo(api.get(successor).body());
      assertThat(api.get(successor).header("Deprecation")).isEmpty();
      assertThat(alias.header("Deprecation")).isEqualTo("true");
      assertThat(alias.header("Sunset")).isEmpty();
      var bare = successor.replaceAll("\\?.*", "");
      var base = api.url().replaceFirst("http://[^/]*", "");
      assertThat(alias.header("Link"))
          .contains("<" + base + bare + ">; rel=\"successor-version\"")
          .containsPattern("</changelog#getMarketData[A-Za-z]+>; rel=\"deprecation\"");
      var known = api.request("GET", path).header("If-None-Match", alias.header("ETag")).send();
      assertThat(known).hasStatus(304);
      assertThat(known.header("Deprecation")).isEqualTo("true");
    }
  }

  @Test
  void a_refusal_says_it_too(Partner partner) {
    var refused = partner.sandbox().get("/market-data/quotes");
    assertThat(refused).isRefused(400, "MISSING_PARAM");
    assertThat(refused.header("Deprecation")).isEqualTo("true");
    assertThat(refused.header("Link")).contains("successor-version");
  }

  @Test
  void the_changelog_tells_what_is_deprecated_and_what_is_gone(Service service) {
    var json = service.at("").get("/changelog.json").expect(200);
    assertThat(json.texts("/entries", "item")).contains("getMarketDataQuotes");
    assertThat(json.texts("/entries", "state")).contains("DEPRECATED", "RETIRED");
    var page = service.at("").get("/changelog").expect(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    for (var item : json.texts("/entries", "item")) {
      assertThat(page.body()).contains("id=\"" + item.replace(' ', '-') + "\"");
    }
    var contract = service.at("").get("/openapi.json").expect(200);
    assertThat(contract.at("/paths/~1market-data~1movers/get/deprecated").asBoolean()).isTrue();
    assertThat(contract.at("/paths/~1market~1movers/get").has("deprecated")).isFalse();
  }
}
