package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No event loop stands still at start, also where the identity provider takes connections and
/// never answers. A loaded machine makes Vert.x complain of what is innocent, so its complaint is
/// not looked at but what it is about: what an event loop waited for, as the JVM itself records it,
/// and how long it worked, as the kernel counts it.
@Tag("process")
class EventLoopsIT {
  /// What a thread waits in, whoever it waits for.
  private static final List<String> WAITS =
      List.of(
          "ThreadPark",
          "ThreadSleep",
          "JavaMonitorWait",
          "JavaMonitorEnter",
          "SocketRead",
          "SocketWrite",
          "FileRead",
          "FileWrite",
          "FileForce");

  private static final Duration NOTED_MIN = Duration.ofMillis(100);

  /// Less than any time-out of ours or of a library, more than a busy disk takes.
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  /// From here on Vert.x would complain, had all the work of the start been one piece.
  private static final Duration WORK_MAX = Duration.ofSeconds(2);

  private static final List<String> BLOCKING =
      List.of("AddressImpl.lookup", "NioSocketImpl.", "sun.nio.ch.Net.poll", "ProcessImpl.");

  @TempDir Path temp;

  @Test
  void a_start_blocks_none_whatever_the_identity_provider_does() throws Exception {
    try (var servers = new Servers(temp.resolve("servers"));
        var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      look("dev", servers.settings(), "Soko is ready", "start-dev");
      // In development the service is its own provider.
      var settings = new HashMap<>(servers.settings());
      settings.put("SOKO_HTTP_HOST", "127.0.0.1");
      settings.put("SOKO_LOG_FORMAT", "text");
      settings.put("SOKO_IDP_ISSUER", "https://idp.invalid");
      settings.put("SOKO_IDP_AUDIENCE", "soko");
      settings.put("SOKO_IDP_JWKS_URI", "https://127.0.0.1:" + mute.getLocalPort() + "/jwks.json");
      var said = look("start", settings, "Soko answers on port", "start");
      assertThat(said).contains("Cannot fetch the key set");
    }
  }

  /// Starts the program, looks at its event loops, and tells what it said.
  private String look(String name, Map<String, String> settings, String readyWords, String command)
      throws Exception {
    var recording = temp.resolve(name + ".jfr");
    var recorded = new HashMap<>(settings);
    recorded.put("JDK_JAVA_OPTIONS", options(recording));
    try (var service =
        ServiceProcess.run(temp.resolve(name), recorded, readyWords, command).awaitReady()) {
      var work = service.workOfEventLoops();
      System.out.println("Work of the event loops at " + command + ": " + work);
      assertThat(work).isNotEmpty().allMatch(one -> one.compareTo(WORK_MAX) < 0);
      service.terminate();
      service.awaitExit();
      assertThat(faults(recording)).isEmpty();
      return service.output();
    }
  }

  private static String options(Path recording) {
    return WAITS.stream()
        .map(
            name ->
                "+jdk.%1$s#enabled=true,+jdk.%1$s#threshold=%2$dms"
                    .formatted(name, NOTED_MIN.toMillis()))
        .collect(
            Collectors.joining(
                ",",
                "-XX:StartFlightRecording:settings=none,dumponexit=true,filename="
                    + recording
                    + ",",
                ",+jdk.NativeMethodSample#enabled=true,+jdk.NativeMethodSample#period=20ms"));
  }

  private static List<String> faults(Path recording) throws IOException {
    var found = new ArrayList<String>();
    var loops = 0;
    for (var event : RecordingFile.readAllEvents(recording)) {
      if (!isOfEventLoop(event)) continue;
      loops++;
      var isTooLong = event.getDuration().compareTo(WAIT_MAX) >= 0;
      if (isTooLong || isBlocking(event)) found.add(event.toString());
    }
    assertThat(loops).as("what was recorded of event loops").isPositive();
    return found;
  }

  private static boolean isOfEventLoop(RecordedEvent event) {
    var thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    var name = thread == null ? null : thread.getJavaName();
    return name != null && name.startsWith("vert.x-eventloop-thread");
  }

  private static boolean isBlocking(RecordedEvent event) {
    if (event.getStackTrace() == null) return false;
    return event.getStackTrace().getFrames().stream()
        .map(EventLoopsIT::name)
        .anyMatch(frame -> BLOCKING.stream().anyMatch(frame::contains));
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }
}
