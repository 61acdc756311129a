package africa.soko.organization;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import org.jspecify.annotations.Nullable;

/// Gives a ticket another status, and says something to it. NOT_FOUND; LIMIT_EXCEEDED where too
/// much was said.
record UpdateTicket(
    String partnerId, String ticketId, String by, Ticket.Status status, @Nullable String text)
    implements Command {
  static final int MESSAGES_MAX = 100;

  @Override
  public void needs(Needs needs) {
    needs.row(Ticket.TABLE, Ticket.key(partnerId, ticketId));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(Ticket.TABLE, Ticket.key(partnerId, ticketId));
    if (before == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such ticket");
    int messages = before.messages() + (text == null ? 0 : 1);
    if (messages > MESSAGES_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "A ticket has at most %d messages", MESSAGES_MAX);
    }
    var now = book.realNow();
    var after = before.with(status, messages, now);
    book.put(Ticket.TABLE, after);
    if (text != null) {
      book.put(
          Ticket.Message.TABLE,
          new Ticket.Message(partnerId, ticketId, book.newId("msg_"), by, text, now));
    }
    return Decision.accepted(200, TicketView.Listed.of(after));
  }
}
