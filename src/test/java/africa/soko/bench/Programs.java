package africa.soko.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Runs a program to its end and reads what it printed.
final class Programs {
  private Programs() {}

  static String output(List<String> command) throws Exception {
    return output(command, Map.of());
  }

  static String output(List<String> command, Map<String, String> environment) throws Exception {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) throw new IOException(String.join(" ", command) + "\n" + output);
    return output;
  }

  /// The first word behind a label.
  static String after(String output, String label) throws IOException {
    int at = output.indexOf(label);
    if (at < 0) throw new IOException("No " + label + " in:\n" + output);
    return output.substring(at + label.length()).strip().split("\\s+", 2)[0];
  }
}
