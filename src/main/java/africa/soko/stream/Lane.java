package africa.soko.stream;

import africa.soko.edge.http.Chunk;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/// The streams of one event loop, as the hub reaches them: with one task for all that a pass has
/// for them. While one is under way the hub sends no further events, so that what waits is bounded,
/// and grows into one page where an event loop is busy.
final class Lane {
  /// So many connections are written to before the event loop goes about something else.
  private static final int WRITES_MAX = 256;

  private record Write(Outlet outlet, Chunk chunk, boolean isLast) {}

  private final EventLoop loop;
  private final Runnable free;
  private final AtomicInteger underway = new AtomicInteger();
  private volatile boolean missed;

  // Of the hub.
  private List<Write> collected = new ArrayList<>();

  // Of the event loop.
  private final Queue<Write> queue = new ArrayDeque<>();
  private int begun;

  /// @param free called when the hub has passed it by meanwhile
  Lane(EventLoop loop, Runnable free) {
    this.loop = loop;
    this.free = free;
  }

  /// Whether something that it was given is still to be written. By the hub alone, as what follows.
  boolean isBusy() {
    if (underway.get() == 0) return false;
    missed = true;
    // It may have ended before it could see that it was missed.
    return underway.get() > 0;
  }

  void add(Outlet outlet, Chunk chunk) {
    collected.add(new Write(outlet, chunk.retain(), false));
  }

  /// The same, and the end of the stream after it.
  void addLast(Outlet outlet, Chunk chunk) {
    collected.add(new Write(outlet, chunk.retain(), true));
  }

  /// Has everything written that was collected, after what was before.
  void send() {
    if (collected.isEmpty()) return;
    var writes = collected;
    collected = new ArrayList<>();
    underway.incrementAndGet();
    try {
      loop.execute(() -> begin(writes));
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and its connections with it.
      for (var write : writes) write.chunk.release();
    }
  }

  private void begin(List<Write> writes) {
    boolean isIdle = begun == 0;
    begun++;
    queue.addAll(writes);
    if (isIdle) work();
  }

  private void work() {
    for (int i = 0; i < WRITES_MAX && !queue.isEmpty(); i++) write(queue.remove());
    if (!queue.isEmpty()) {
      loop.execute(this::work);
      return;
    }
    underway.addAndGet(-begun);
    begun = 0;
    if (!missed) return;
    missed = false;
    free.run();
  }

  private static void write(Write write) {
    try {
      write.outlet.write(write.chunk);
    } finally {
      write.chunk.release();
    }
    if (write.isLast) write.outlet.end();
  }
}
