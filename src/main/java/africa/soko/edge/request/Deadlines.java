package africa.soko.edge.request;

import java.time.Duration;

/// How long a request may wait.
///
/// @param body for the rest of its body
/// @param handler for anything that the service itself has to do
public record Deadlines(Duration body, Duration handler) {
  public static final Deadlines DEFAULT =
      new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(15));
}
