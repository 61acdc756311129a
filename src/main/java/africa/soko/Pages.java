package africa.soko;

import africa.soko.edge.server.Assets;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
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

  static Assets load() {
    var assets = new Assets();
    var contract = read("/openapi.yaml");
    assets.add("/openapi.yaml", contract);
    assets.add("/openapi.json", asJson(contract));
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

  private static Buffer asJson(Buffer yaml) {
    try {
      return Json.encode(new ObjectMapper(new YAMLFactory()).readTree(yaml.getBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the contract", e);
    }
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
