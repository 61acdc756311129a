package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Encoded;
import africa.soko.platform.json.Json;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.util.function.Function;

/// The answers that were made of one view of the market, by what was asked for: each is encoded and
/// tagged when it is first asked for, compressed when that is, and then sent as it is. A bounded
/// number of bytes is kept; what is rarely asked for gives way, so that odd requests cannot push
/// out the usual ones.
public final class Prepared {
  /// What an operator changes is seen by every caller after this long at the latest.
  public static final int MAX_AGE_SECONDS = 900;

  /// What a view may keep that an environment sees, and one that is a partner's own.
  static final long BYTES_MAX = 8 << 20;

  static final long BYTES_MAX_OF_FEW = 256 << 10;

  /// About what an entry costs beside its texts.
  private static final int ENTRY_BYTES = 500;

  /// About what part of a text it is compressed to.
  private static final int PACKED_PART = 5;

  /// What a request is answered with.
  ///
  /// @param keepUntil how long a caller may keep it: until the next refresh
  /// @param changesAt from when on the same view would be told otherwise, for example because a
  ///   price turns stale
  /// @param maxAgeSeconds how long it may be kept at most
  public record Body(Object json, Instant keepUntil, Instant changesAt, int maxAgeSeconds) {
    public Body(Object json, Instant keepUntil, Instant changesAt) {
      this(json, keepUntil, changesAt, MAX_AGE_SECONDS);
    }

    /// A body that says the same as long as the view does.
    public static Body lasting(Object json, int maxAgeSeconds) {
      return new Body(json, Instant.MAX, Instant.MAX, maxAgeSeconds);
    }

    private int maxAgeAt(Instant now) {
      var until = keepUntil.isBefore(changesAt) ? keepUntil : changesAt;
      var seconds = until.getEpochSecond() - now.getEpochSecond();
      return (int) Math.clamp(seconds, 0L, maxAgeSeconds);
    }
  }

  private final Cache<String, Entry> entries;

  Prepared(long bytesMax) {
    entries =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .weigher((String key, Entry entry) -> ENTRY_BYTES + key.length() + entry.bytes())
            .executor(Runnable::run)
            .build();
  }

  /// The answer to a request, which is told from others by its path and query alone. Whatever
  /// `make` throws is the caller's answer, and is not kept.
  ///
  /// @param make reads what is asked for as it is at a moment
  public Answer answer(Call call, Function<Instant, Body> make) {
    return encoded(call.request().uri(), call.now(), make).answer(call);
  }

  /// The same for what is asked for under a name, to be sent with something more.
  public Encoded encoded(String asked, Instant now, Function<Instant, Body> make) {
    var entry = entries.getIfPresent(asked);
    if (entry == null || !entry.holdsAt(now)) {
      entry = new Entry(make.apply(now), now);
      entries.put(asked, entry);
    }
    return entry.at(now);
  }

  /// Its age limit counts down by the second, so the headers are made anew at most once a second,
  /// the body and its tag never.
  private static final class Entry {
    private record Aged(long second, Encoded encoded) {}

    private final Body body;
    private final Instant from;
    private final int length;
    // Two threads may make the same one; either is right.
    private volatile Aged aged;

    Entry(Body body, Instant now) {
      var json = Json.encode(body.json());
      // What was encoded need not be kept as well.
      this.body = new Body("", body.keepUntil(), body.changesAt(), body.maxAgeSeconds());
      from = now;
      length = json.length();
      aged = new Aged(now.getEpochSecond(), Encoded.of(json, body.maxAgeAt(now)));
    }

    int bytes() {
      return length + length / PACKED_PART;
    }

    boolean holdsAt(Instant now) {
      return !now.isBefore(from) && now.isBefore(body.changesAt());
    }

    Encoded at(Instant now) {
      var second = now.getEpochSecond();
      var current = aged;
      if (current.second != second) {
        current = new Aged(second, current.encoded.withMaxAge(body.maxAgeAt(now)));
        aged = current;
      }
      return current.encoded;
    }
  }
}
