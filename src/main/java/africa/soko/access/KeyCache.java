package africa.soko.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What this node knows of keys, right and wrong ones, for one second: so long may a revocation
/// take to be noticed.
@SuppressWarnings({"NullableOptional", "ModifyCollectionInEnhancedForLoop"})
public final class KeyCache {
  private static final Duration LIFE = Duration.ofSeconds(1);
  private static final long ENTRIES_MAX = 100_000;

  private final Cache<ByteBuffer, Optional<CredentialStore.Found>> entries;
  private final Set<ByteBuffer> used = ConcurrentHashMap.newKeySet();
  private final Counter hits;
  private final Counter misses;

  public KeyCache(MeterRegistry registry, Ticker ticker) {
    entries =
        Caffeine.newBuilder()
            .expireAfterWrite(LIFE)
            .maximumSize(ENTRIES_MAX)
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
    hits = registry.counter("soko.credentials.lookups", "result", "hit");
    misses = registry.counter("soko.credentials.lookups", "result", "miss");
  }

  @Nullable Optional<CredentialStore.Found> find(ByteBuffer hash) {
    var found = entries.getIfPresent(hash);
    (found == null ? misses : hits).increment();
    return found;
  }

  void put(ByteBuffer hash, Optional<CredentialStore.Found> found) {
    entries.put(hash, found);
    if (found.isPresent()) used.add(hash);
  }

  /// Forgets everything, on the node where a key was revoked.
  public void clear() {
    entries.invalidateAll();
  }

  /// The hashes of the keys that were used since this was asked last.
  @SuppressWarnings("ByteBufferBackingArray") // they only wrap the arrays of the hashes
  public List<byte[]> takeUsed() {
    var taken = new ArrayList<byte[]>();
    for (var hash : used) {
      if (used.remove(hash)) taken.add(hash.array());
    }
    return taken;
  }
}
