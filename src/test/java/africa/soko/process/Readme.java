package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The commands that the README shows, in its blocks and within its sentences, each to be taken
/// once by a test that runs it as it stands.
final class Readme {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```$");
  private static final Pattern WITHIN = Pattern.compile("`((?:[A-Z_]+=\\S+ )?scripts/[^`]+)`");
  private static final Pattern REMARK = Pattern.compile("\\s+# .*$");

  private final Set<String> commands = new LinkedHashSet<>();
  private final List<String> answers = new ArrayList<>();

  Readme(Path file) throws IOException {
    var text = Files.readString(file);
    var sentences = new StringBuilder();
    int end = 0;
    for (var block = BLOCK.matcher(text); block.find(); end = block.end()) {
      sentences.append(text, end, block.start());
      if (block.group(1).startsWith("{")) {
        answers.add(block.group(1));
      } else {
        block
            .group(1)
            .lines()
            .map(line -> REMARK.matcher(line).replaceFirst(""))
            .forEach(this::add);
      }
    }
    sentences.append(text, end, text.length());
    // A sentence may be broken within a command.
    var within = WITHIN.matcher(sentences.toString().replace('\n', ' '));
    while (within.find()) add(within.group(1));
  }

  private void add(String command) {
    if (!command.isBlank()) commands.add(command);
  }

  /// Takes the only command that begins so and was not taken yet, whole.
  String take(String beginning) {
    var found = commands.stream().filter(command -> command.startsWith(beginning)).toList();
    assertThat(found).as("commands of the README that begin with " + beginning).hasSize(1);
    commands.remove(found.getFirst());
    return found.getFirst();
  }

  /// Takes a command that is exactly this.
  String takeAll(String command) {
    assertThat(commands.remove(command)).as(command + " stands in the README").isTrue();
    return command;
  }

  /// What nobody took.
  Set<String> left() {
    return commands;
  }

  /// The answers that are shown, shortened as they are.
  List<String> answers() {
    return answers;
  }
}
