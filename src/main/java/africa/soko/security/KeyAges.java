package africa.soko.security;

import africa.soko.notice.Notice;
import africa.soko.notice.NoticeStore;
import africa.soko.notice.Teller;
import africa.soko.platform.id.Ids;
import africa.soko.security.SecurityStore.AgeingKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/// Tells partners of keys that their own policy soon finds too old, once for each key and age.
public final class KeyAges implements Teller {
  private static final int KEYS_MAX = 500;

  private final SecurityStore store;
  private final NoticeStore notices;
  private final Duration before;
  private final Ids ids;
  private final InstantSource clock;

  /// @param before how long before the end it is told
  KeyAges(SecurityStore store, NoticeStore notices, Duration before, Ids ids, InstantSource clock) {
    this.store = store;
    this.notices = notices;
    this.before = before;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public boolean tell() {
    var now = clock.instant();
    var ageing = store.ageing(now.plus(before), KEYS_MAX).await();
    if (ageing.isEmpty()) return false;
    notices.add(ageing.stream().map(key -> notice(key, now)).toList()).await();
    return ageing.size() == KEYS_MAX;
  }

  private Notice notice(AgeingKey key, Instant now) {
    var end = key.ends().atOffset(ZoneOffset.UTC);
    return new Notice(
        key.partnerId(),
        ids.next("ntc_"),
        key.cause(),
        key.environment(),
        Notice.Type.KEY_EXPIRING,
        key.keyId(),
        "The key %s is to be replaced by %s".formatted(key.maskedKey(), end.toLocalDate()),
        """
        Key: %s (%s)
        Policy: no key is older than %d days
        End: %s; from then on the key is good for its own replacement alone
        What to do: POST /api-keys/rotate with a full key, POST /api-keys/data-key for a data key
        """
            .formatted(key.maskedKey(), key.keyId(), key.days(), end.toInstant()),
        now);
  }
}
