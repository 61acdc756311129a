package africa.soko.cli.listen;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Ends a stream that has said nothing for too long: its peer may be gone without a word.
final class Silence implements AutoCloseable {
  private final InputStream body;
  private final Duration most;
  private final Thread thread;
  private volatile long heardNanos = System.nanoTime();

  private Silence(InputStream body, Duration most) {
    this.body = body;
    this.most = most;
    thread = Thread.ofVirtual().name("silence").unstarted(this::run);
  }

  static Silence endsIt(InputStream body, Duration most) {
    var silence = new Silence(body, most);
    silence.thread.start();
    return silence;
  }

  /// Something came.
  void heard() {
    heardNanos = System.nanoTime();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (System.nanoTime() - heardNanos < most.toNanos()) Thread.sleep(1_000);
      body.close();
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt();
    }
  }
}
