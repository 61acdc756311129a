package africa.soko.bench;

import africa.soko.bench.Market.Rival;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Servers that send the same bytes and headers as the service, and do nothing else: a bare Vert.x
/// and nginx.
final class Rivals {
  private static final Set<String> OWN = Set.of("content-length", "date", "server");
  private static final int STOP_SECONDS_MAX = 5;
  private static final long START_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  private record Running(URI url, Process process) implements Rival {
    @Override
    public void close() {
      process.destroy();
      try {
        if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
      } catch (InterruptedException _) {
        process.destroyForcibly();
      }
    }
  }

  private Rivals() {}

  static Rival vertx(Service service, Path scratch, HttpResponse<byte[]> answer) throws Exception {
    int port = Service.freePort();
    var headers =
        headers(answer).stream().filter(line -> !line.startsWith("content-length")).toList();
    var headerFile = Files.write(scratch.resolve("headers"), headers);
    var bodyFile = Files.write(scratch.resolve("body"), answer.body());
    var command = new ArrayList<String>();
    command.add(service.command());
    command.addAll(service.jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BareServer.class.getName(), "" + port, "" + headerFile, "" + bodyFile));
    var process = started(command);
    var first = process.inputReader().readLine();
    if (!"listening".equals(first)) throw new IOException("The bare server said: " + first);
    return new Running(url(port), process);
  }

  /// The body lies in a file, and as it is beside it where it is compressed already.
  static Rival nginx(Service service, Path scratch, HttpResponse<byte[]> answer) throws Exception {
    int port = Service.freePort();
    var files = Files.createDirectories(scratch.resolve("nginx"));
    boolean isGzip = answer.headers().firstValue("content-encoding").isPresent();
    Files.write(files.resolve("body.json"), answer.body());
    Files.write(files.resolve("body.json.gz"), answer.body());
    var lines = new ArrayList<String>();
    for (var header : headers(answer)) {
      var parts = header.split(": ", 2);
      if (OWN.contains(parts[0]) || parts[0].startsWith("content-")) continue;
      lines.add("add_header %s '%s';".formatted(parts[0], parts[1]));
    }
    var configuration =
        """
        daemon off; user %s; worker_processes %d; pid %s/nginx.pid; error_log %s/error.log;
        events { worker_connections 1024; }
        http {
          access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag off;
          open_file_cache max=10; gzip_static %s; default_type application/json;
          client_body_temp_path %s/tmp; proxy_temp_path %s/tmp; fastcgi_temp_path %s/tmp;
          uwsgi_temp_path %s/tmp; scgi_temp_path %s/tmp;
          server { listen 127.0.0.1:%d; root %s; location / { %s try_files /body.json =404; } }
        }
        """
            .formatted(
                System.getProperty("user.name"),
                Runtime.getRuntime().availableProcessors(),
                files,
                files,
                isGzip ? "on" : "off",
                files,
                files,
                files,
                files,
                files,
                port,
                files,
                String.join(" ", lines));
    var file = Files.writeString(files.resolve("nginx.conf"), configuration);
    var process = started(List.of("nginx", "-p", "" + files, "-c", "" + file));
    awaitPort(port, process);
    return new Running(url(port), process);
  }

  /// nginx that sends what it is posted at `/pub` to the readers of `/sub`.
  static final class Nchan implements AutoCloseable {
    static final Path MODULE = Path.of("/usr/lib/nginx/modules/ngx_nchan_module.so");
    private final Running running;

    private Nchan(Running running) {
      this.running = running;
    }

    URI url() {
      return running.url;
    }

    long pid() {
      return running.process.pid();
    }

    @Override
    public void close() {
      running.close();
    }
  }

  static Nchan nchan(Path scratch) throws Exception {
    int port = Service.freePort();
    var files = Files.createDirectories(scratch.resolve("nchan"));
    var configuration =
        """
        load_module %s;
        daemon off; user %s; worker_processes %d; pid %2$s.pid; error_log error.log;
        events { worker_connections 4096; }
        http {
          access_log off; keepalive_requests 1000000000;
          client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
          uwsgi_temp_path tmp; scgi_temp_path tmp;
          server {
            listen 127.0.0.1:%d;
            location = /pub { nchan_publisher; nchan_channel_id all; }
            location = /sub { nchan_subscriber eventsource; nchan_channel_id all; }
          }
        }
        """
            .formatted(
                Nchan.MODULE,
                System.getProperty("user.name"),
                Runtime.getRuntime().availableProcessors(),
                port);
    var file = Files.writeString(files.resolve("nginx.conf"), configuration);
    var process = started(List.of("nginx", "-p", "" + files, "-c", "" + file));
    awaitPort(port, process);
    return new Nchan(new Running(url(port), process));
  }

  private static List<String> headers(HttpResponse<byte[]> answer) {
    var headers = new ArrayList<String>();
    answer
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(value -> headers.add(name + ": " + value)));
    return headers;
  }

  private static Process started(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    return process;
  }

  private static void awaitPort(int port, Process process) throws Exception {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START_NANOS_MAX) {
      if (!process.isAlive()) {
        throw new IOException(new String(process.getInputStream().readAllBytes()));
      }
      try (var _ = new Socket("127.0.0.1", port)) {
        return;
      } catch (IOException _) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    throw new IOException("nginx does not listen");
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }
}
