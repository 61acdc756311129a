package africa.soko.edge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BrunoCollectionTest {
  private static final Path FOLDER = Path.of("src/bruno");

  @Test
  void the_collection_is_that_of_the_contract() throws IOException {
    var there = new TreeMap<String, String>();
    try (var files = Files.walk(FOLDER)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        there.put(FOLDER.relativize(file).toString(), Files.readString(file));
      }
    }
    assertThat(there)
        .as("made anew by: rm -r src/bruno; scripts/soko contract --bruno=src/bruno")
        .isEqualTo(BrunoCollection.of(ContractDocument.load("/openapi")));
  }

  @Test
  void it_has_a_request_for_each_operation_and_no_key() {
    var files = BrunoCollection.of(ContractDocument.load("/openapi"));
    var trade = files.get("Quotes and master trading/placeMasterOrder.bru");
    assertThat(trade)
        .contains("post {\n  url: {{base}}/trade\n  body: json\n  auth: inherit\n}")
        .contains("Idempotency-Key: {{$guid}}")
        .contains("\"quoteId\" :");
    assertThat(files.get("Quotes and master trading/issueQuote.bru"))
        .contains("url: {{base}}/quote/:symbol", "type: BUY", "~cashValue: ");
    assertThat(files.get("environments/Sandbox.bru")).contains("vars:secret [\n  key,");
    assertThat(files).noneSatisfy((_, text) -> assertThat(text).containsPattern("sk_sandbox_\\w"));
    var brackets = Pattern.compile("[{}]");
    files.forEach(
        (file, text) -> {
          var depth = new int[1];
          brackets.matcher(text).results().forEach(m -> depth[0] += m.group().equals("{") ? 1 : -1);
          assertThat(depth[0]).as(file).isZero();
        });
  }
}
