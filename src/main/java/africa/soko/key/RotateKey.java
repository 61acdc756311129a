package africa.soko.key;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.KeyRefusals;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Puts a new key in the place of one, which goes on working for a while. The new one has its
/// scopes, and takes over its data key.
///
/// @param keyId the key to be replaced, or a session that was made from it
/// @param fresh the text of the new one; that of a sandbox key follows from its generation instead
/// @param grace how long both work
record RotateKey(
    String partnerId,
    Environment environment,
    String keyId,
    FreshKey fresh,
    ApiKeys keys,
    Duration grace)
    implements KeyChange {

  /// The answer, the only one that shows the new key.
  record Rotated(String newKey, String keyId, String maskedKey, Instant previousKeyExpiresAt) {}

  @Override
  public void needs(Needs needs) {
    KeyChange.super.needs(needs);
    needs.row(Credential.TABLE, Credential.key(partnerId, keyId));
  }

  @Override
  public Decision decide(Book book) {
    var shown = book.find(Credential.TABLE, Credential.key(partnerId, keyId));
    var old = shown == null || shown.memberId() == null ? shown : parent(book, shown);
    if (old == null) return new Decision.Declined(KeyRefusals.unknown());
    if (old.isToken()) {
      return Decision.declined(ErrorCode.FORBIDDEN, "A token rotates no key; show the key itself");
    }
    if (old.expiresAt() != null) {
      return Decision.declined(ErrorCode.CONFLICT, "The key was replaced; show the new one");
    }
    boolean isDerived = old.generation() > 0;
    int generation = isDerived ? old.generation() + 1 : 0;
    var text = isDerived ? keys.sandbox(partnerId, generation) : fresh.text();
    var now = book.realNow();
    var made =
        Credential.made(
            text,
            book.newId("key_"),
            partnerId,
            environment,
            old.type(),
            old.scopes(),
            generation,
            null,
            now);
    var end = now.plus(grace);
    book.put(Credential.TABLE, made);
    book.put(Credential.TABLE, old.endingAt(end));
    for (var key : standing(book)) {
      if (key.isData() && old.keyId().equals(key.parentKeyId())) {
        book.put(Credential.TABLE, key.ofParent(made.keyId()));
      }
    }
    var answer = new Rotated(text, made.keyId(), made.maskedKey(), end);
    return new Decision.Accepted(200, answer, true);
  }

  private @Nullable Credential parent(Book book, Credential session) {
    return standing(book).stream()
        .filter(key -> key.keyId().equals(session.parentKeyId()))
        .findFirst()
        .orElse(null);
  }
}
