package africa.soko;

import africa.soko.edge.Lifecycle;
import africa.soko.edge.contract.AsyncApi;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.edge.server.Assets;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What a browser finds beside the API: the quickstart, the contract in two forms, the catalogue of
/// events, the reference that is rendered from it and the pages of errors and of events. All of it
/// comes from this process.
final class Pages {
  /// The one file of the reference's renderer that is used.
  private static final String RENDERER = "/META-INF/resources/webjars/scalar/scalar.js";

  private Pages() {}

  static Assets load(ContractDocument contract) {
    var assets = new Assets();
    assets.add("/openapi.yaml", contract.asYaml());
    assets.add("/openapi.json", contract.asJson());
    assets.add("/asyncapi.json", AsyncApi.of(contract));
    var changelog = new Changelog(Lifecycle.load());
    assets.add("/changelog", changelog.asPage());
    assets.add("/changelog.json", changelog.asJson());
    assets.add("/docs", read("/web/docs.html"));
    assets.add("/docs/errors", ErrorPage.of(contract));
    assets.add("/docs/events", EventPage.of(contract, read("/web/events.html"), samples()));
    assets.add("/docs/signature/vectors.tsv", read("/web/signature/vectors.tsv"));
    for (var name : List.of("docs.js", "docs.css", "page.css", "key.js", "quiet.js", "start.js")) {
      assets.add("/docs/assets/" + name, read("/web/" + name));
    }
    assets.add("/docs/assets/scalar.js", read(RENDERER));
    return assets;
  }

  /// How a receiver checks a signature, by language.
  private static Map<String, Buffer> samples() {
    var samples = new LinkedHashMap<String, Buffer>();
    samples.put("Java", read("/web/signature/Verify.java"));
    samples.put("Python", read("/web/signature/verify.py"));
    samples.put("JavaScript", read("/web/signature/verify.js"));
    samples.put("Go", read("/web/signature/verify.go"));
    samples.put("PHP", read("/web/signature/verify.php"));
    samples.put("C#", read("/web/signature/Verify.cs"));
    return samples;
  }

  private static Buffer read(String resource) {
    try (var in = App.class.getResourceAsStream(resource)) {
      return Buffer.buffer(Objects.requireNonNull(in, resource).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
