package africa.soko;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.edge.server.Assets;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/// What a browser finds beside the API: the contract in two forms and the reference page.
final class Pages {
  private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
  private static final String WEBJAR_VERSION =
      "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

  private Pages() {}

  static Assets load(ContractDocument contract) {
    var assets = new Assets();
    assets.add("/openapi.yaml", contract.asYaml());
    assets.add("/openapi.json", contract.asJson());
    assets.add("/docs", read("/web/docs.html"));
    for (var name : List.of("docs.js", "docs.css")) {
      assets.add("/docs/assets/" + name, read("/web/" + name));
    }
    var version = webjarVersion();
    for (var name : List.of("swagger-ui.css", "swagger-ui-bundle.js")) {
      assets.add("/docs/assets/" + name, read(WEBJAR + version + "/" + name));
    }
    return assets;
  }

  private static String webjarVersion() {
    var properties = new Properties();
    try (var in = App.class.getResourceAsStream(WEBJAR_VERSION)) {
      properties.load(Objects.requireNonNull(in, WEBJAR_VERSION));
      return Objects.requireNonNull(properties.getProperty("version"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Buffer read(String resource) {
    try (var in = App.class.getResourceAsStream(resource)) {
      return Buffer.buffer(Objects.requireNonNull(in, resource).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
