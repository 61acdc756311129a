package africa.soko.platform.config;

import java.util.List;

/// The settings cannot be used. Holds every problem at once, one sentence each, without any secret.
public final class InvalidConfig extends RuntimeException {
  private final transient List<String> problems;

  InvalidConfig(List<String> problems) {
    super("The configuration cannot be used:\n  - " + String.join("\n  - ", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
