package africa.soko.organization;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.util.List;

/// Asks the operators something. LIMIT_EXCEEDED where too much is open.
record OpenTicket(String partnerId, String by, TicketCategory category, String subject, String text)
    implements Command {
  static final int OPEN_MAX = 50;
  private static final int CREATED = 201;

  @Override
  public void needs(Needs needs) {
    needs.group(Ticket.STANDING, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var open =
        book.group(Ticket.STANDING, Key.of(partnerId)).stream()
            .filter(ticket -> ticket.status() != Ticket.Status.CLOSED)
            .count();
    if (open >= OPEN_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "At most %d tickets are open at a time", OPEN_MAX);
    }
    var now = book.realNow();
    var id = book.newId("tkt_");
    var ticket = new Ticket(partnerId, id, category, subject, Ticket.Status.OPEN, by, 1, now, now);
    var message = new Ticket.Message(partnerId, id, book.newId("msg_"), by, text, now);
    book.put(Ticket.TABLE, ticket);
    book.put(Ticket.Message.TABLE, message);
    return Decision.accepted(CREATED, TicketView.of(ticket, List.of(message)));
  }
}
