package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Needs;
import java.util.List;

/// A change of a partner's keys in one environment: it sees all that stand there.
interface KeyChange extends Command {
  Environment environment();

  @Override
  default boolean changesKeys() {
    return true;
  }

  @Override
  default void needs(Needs needs) {
    needs.group(Credential.STANDING, Credential.standing(partnerId(), environment()));
  }

  /// The keys that are not revoked.
  default List<Credential> standing(Book book) {
    return book.group(Credential.STANDING, Credential.standing(partnerId(), environment()));
  }
}
