package africa.soko.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
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
  private final Cache<ByteBuffer, String> owners =
      Caffeine.newBuilder().maximumSize(ENTRIES_MAX).executor(Runnable::run).build();
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

  /// Null if nothing is known; an empty value if it is known that no such key exists.
  @SuppressWarnings("NullableOptional")
  @Nullable Optional<CredentialStore.Found> find(ByteBuffer hash) {
    var found = entries.getIfPresent(hash);
    (found == null ? misses : hits).increment();
    return found;
  }

  void put(ByteBuffer hash, Optional<CredentialStore.Found> found) {
    entries.put(hash, found);
    if (found.isEmpty()) return;
    used.add(hash);
    owners.put(hash, found.get().partner().partnerId());
  }

  /// The partner that a key was of when it was last looked up here, or null.
  @Nullable String ownerOf(ByteBuffer hash) {
    return owners.getIfPresent(hash);
  }

  /// Forgets everything, on the node where a key was revoked.
  public void clear() {
    entries.invalidateAll();
  }

  /// The hashes of the keys that were used since this was asked last.
  @SuppressWarnings("ByteBufferBackingArray") // they only wrap the arrays of the hashes
  public List<byte[]> takeUsed() {
    var taken = List.copyOf(used);
    taken.forEach(used::remove);
    return taken.stream().map(ByteBuffer::array).toList();
  }
}
