package africa.soko.cli;

import africa.soko.App;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The service while it runs: it ends when the process is asked to, and ends well.
final class RunningService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningService.class);
  private static final Duration START_MAX = Duration.ofSeconds(60);

  /// Who presses Ctrl-C and sees nothing for longer than this presses it again.
  private static final Duration SILENCE_MAX = Duration.ofSeconds(1);

  private static final Duration AFTER_DRAIN = Duration.ofSeconds(10);

  private final App app;
  private final Duration stopMax;
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private RunningService(App app, Duration stopMax) {
    this.app = app;
    this.stopMax = stopMax;
  }

  static RunningService start(Config config) {
    var app = new App(config, Clock.systemUTC());
    var stopMax =
        config
            .seconds(Setting.SHUTDOWN_DELAY_SECONDS)
            .plus(config.seconds(Setting.SHUTDOWN_DRAIN_SECONDS))
            .plus(AFTER_DRAIN);
    var service = new RunningService(app, stopMax);
    try {
      app.start().await(START_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      // Somebody may have taken a port since it was tried.
      if (e instanceof IOException) Ports.requireFree(config);
      throw new IllegalStateException("The service cannot start: " + e.getMessage(), e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(service::end, "shutdown"));
    return service;
  }

  App app() {
    return app;
  }

  /// Returns when the process is asked to end.
  ///
  /// @throws CannotStart if it ends by itself, for that reason
  void awaitEnd() throws InterruptedException {
    asked.await();
    var why = reason.get();
    if (why != null) throw new CannotStart(why);
  }

  /// Ends the service, for it cannot go on. May be called from any thread.
  void endFor(String why) {
    reason.set(why + ". The service ends.");
    asked.countDown();
  }

  /// Stops the service. What it stands on is closed after this.
  @Override
  public void close() {
    try {
      app.stop().await(stopMax.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      LOG.warn("The service did not end in time", e);
    }
  }

  /// Lets the process end only once everything is closed.
  void closed() {
    ended.countDown();
  }

  private void end() {
    asked.countDown();
    try {
      if (ended.await(SILENCE_MAX.toMillis(), TimeUnit.MILLISECONDS)) return;
      System.err.printf(
          "Soko is stopping: what was begun is finished first, for up to %d s.%n",
          stopMax.toSeconds());
      if (!ended.await(stopMax.toSeconds() + 5, TimeUnit.SECONDS)) {
        LOG.warn("Ending without having closed everything");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
