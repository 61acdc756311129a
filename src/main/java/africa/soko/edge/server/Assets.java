package africa.soko.edge.server;

import africa.soko.platform.crypto.Sha256;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of the class path's folder `web`, with entity tags of their content.
public final class Assets {
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");
  private static final int NOT_MODIFIED = 304;
  private static final int TAG_CHARS = 24;
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "yaml", "application/yaml",
          "tsv", "text/tab-separated-values; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "woff2", "font/woff2");

  /// What a page may do: run its own scripts and call its own server. The reference's renderer
  /// writes its styles itself.
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'"
          + " data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action"
          + " 'none'; frame-ancestors 'none'";

  private static final int MOVED = 308;

  /// One file, ready to be sent.
  record Asset(Buffer content, String type, String tag) {

    /// Answers a GET or a HEAD of it.
    void answer(HttpServerRequest request) {
      var response =
          request
              .response()
              .putHeader(HttpHeaders.ETAG, tag)
              .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
              .putHeader("X-Content-Type-Options", "nosniff")
              .putHeader("X-Frame-Options", "DENY")
              .putHeader("Referrer-Policy", "no-referrer")
              .putHeader("Cross-Origin-Opener-Policy", "same-origin")
              .putHeader("Content-Security-Policy", POLICY);
      if (tag.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
        response.setStatusCode(NOT_MODIFIED).end();
        return;
      }
      response
          .putHeader(HttpHeaders.CONTENT_TYPE, type)
          .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
      if (request.method().equals(HttpMethod.HEAD)) response.end();
      else response.end(content);
    }
  }

  private final Map<String, Asset> assets = new ConcurrentHashMap<>();

  /// Serves content that is not a file, for example the contract as JSON.
  public void add(String path, Buffer content) {
    assets.put(path, asset(path, content));
  }

  /// Gives everything that was added.
  void each(BiConsumer<String, Asset> taker) {
    assets.forEach(taker);
  }

  /// Whether content was added for exactly this path.
  boolean holds(String path) {
    return assets.containsKey(path);
  }

  /// The file that a path leads to, or null if it leads to none.
  @Nullable Asset at(String path) {
    return find(path.equals("/") ? "/index.html" : path);
  }

  /// Leads a path with a slash too many to its page. False if there is none.
  boolean redirects(HttpServerRequest request, String path) {
    if (path.length() < 2 || !path.endsWith("/")) return false;
    var page = path.substring(0, path.length() - 1);
    if (find(page) == null) return false;
    request.response().setStatusCode(MOVED).putHeader(HttpHeaders.LOCATION, page).end();
    return true;
  }

  private @Nullable Asset find(String path) {
    var known = assets.get(path);
    if (known != null) return known;
    if (!PATH.matcher(path).matches()) return null;
    var file = path.indexOf('.') < 0 ? path + "/index.html" : path;
    try (var in = Assets.class.getResourceAsStream("/web" + file)) {
      if (in == null) return null;
      var asset = asset(file, Buffer.buffer(in.readAllBytes()));
      assets.put(path, asset);
      return asset;
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + file, e);
    }
  }

  private static Asset asset(String path, Buffer content) {
    var dot = path.lastIndexOf('.');
    var ending = dot < 0 ? "html" : path.substring(dot + 1);
    var hash = HexFormat.of().formatHex(Sha256.of(content.getBytes())).substring(0, TAG_CHARS);
    return new Asset(
        content, TYPES.getOrDefault(ending, "application/octet-stream"), '"' + hash + '"');
  }
}
