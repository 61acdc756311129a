package africa.soko.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A Chromium without a window, driven over its own protocol, where the machine has one: the file
/// that the variable CHROMIUM names, or one of the usual names on the path.
public final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final long WAIT_SECONDS = 60;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger asked = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final Process process;
  private final WebSocket socket;
  private final String session;

  /// @param profile an empty directory of the browser's own
  public Browser(Path profile) {
    try {
      process =
          new ProcessBuilder(
                  executable().orElseThrow(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-dev-shm-usage",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--no-first-run",
                  "--no-default-browser-check",
                  "--user-data-dir=" + profile,
                  "--remote-debugging-port=0",
                  "about:blank")
              .redirectErrorStream(true)
              .redirectOutput(profile.resolve("output.txt").toFile())
              .start();
      var port = profile.resolve("DevToolsActivePort");
      Eventually.eventually(
          () -> Files.exists(port) ? lines(port) : List.<String>of(), l -> l.size() > 1);
      var address = "ws://127.0.0.1:" + lines(port).get(0) + lines(port).get(1);
      socket =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create(address), new Reader())
              .get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("Chromium does not start", e);
    }
    var target = call(null, "Target.createTarget", Map.of("url", "about:blank"));
    session =
        call(
                null,
                "Target.attachToTarget",
                Map.of("targetId", target.get("targetId").asText(), "flatten", true))
            .get("sessionId")
            .asText();
    for (var domain : List.of("Page", "Network", "Runtime", "Log")) tell(domain + ".enable");
  }

  /// Where Chromium is, if it is anywhere.
  public static Optional<String> executable() {
    var named = System.getenv("CHROMIUM");
    if (named != null && !named.isBlank()) return Optional.of(named);
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /// Opens a page that is this wide, and waits until a script says true.
  public void open(String url, int width, String isThere) {
    call(
        session,
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    // A page that is open already would only move to another place in itself.
    call(session, "Page.navigate", Map.of("url", "about:blank"));
    call(session, "Page.navigate", Map.of("url", url));
    awaitTrue(isThere);
  }

  public void awaitTrue(String script) {
    try {
      Eventually.eventually(() -> evaluate(script), JsonNode::asBoolean);
    } catch (AssertionError e) {
      throw new AssertionError("Never true: " + script + " after " + faults(), e);
    }
  }

  /// What a script comes to, as JSON; a promise is waited for.
  public JsonNode evaluate(String script) {
    var answer =
        call(
            session,
            "Runtime.evaluate",
            Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
    if (answer.has("exceptionDetails")) throw new AssertionError(script + ": " + answer);
    return answer.at("/result/value");
  }

  /// Presses a key together with Ctrl.
  public void pressWithControl(String key) {
    for (var type : List.of("rawKeyDown", "keyUp")) {
      call(
          session,
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              type,
              "modifiers",
              2,
              "key",
              key,
              "code",
              "Key" + key.toUpperCase(Locale.ROOT),
              "windowsVirtualKeyCode",
              (int) Character.toUpperCase(key.charAt(0))));
    }
  }

  /// Every address that was asked for.
  public List<String> requests() {
    return named("Network.requestWillBeSent").map(e -> e.at("/request/url").asText()).toList();
  }

  /// What was written to the console, by whomever, and what was thrown.
  public List<String> faults() {
    return Stream.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        .flatMap(this::named)
        .map(JsonNode::toString)
        .toList();
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
  }

  private Stream<JsonNode> named(String method) {
    return events.stream()
        .filter(event -> event.path("method").asText().equals(method))
        .map(event -> event.get("params"));
  }

  private void tell(String method) {
    call(session, method, Map.of());
  }

  private JsonNode call(String session, String method, Map<String, ?> parameters) {
    int id = asked.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    answers.put(id, answer);
    var message =
        new HashMap<String, Object>(Map.of("id", id, "method", method, "params", parameters));
    if (session != null) message.put("sessionId", session);
    try {
      socket.sendText(Reply.write(message), true).get(WAIT_SECONDS, TimeUnit.SECONDS);
      var whole = answer.get(WAIT_SECONDS, TimeUnit.SECONDS);
      if (whole.has("error")) throw new AssertionError(method + ": " + whole);
      return whole.get("result");
    } catch (Exception e) {
      throw new AssertionError(method + " " + parameters, e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Reader implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        var message = Reply.read(text.toString());
        text.setLength(0);
        var answer = answers.remove(message.path("id").asInt());
        if (answer == null) events.add(message);
        else answer.complete(message);
      }
      from.request(1);
      return null;
    }
  }
}
