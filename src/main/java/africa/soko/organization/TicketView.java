package africa.soko.organization;

import java.time.Instant;
import java.util.List;

/// Tickets as they are told.
record TicketView(
    String ticketId,
    String categoryId,
    String subject,
    Ticket.Status status,
    String openedBy,
    Instant createdAt,
    Instant updatedAt,
    List<Message> messages) {

  record Message(String author, String text, Instant createdAt) {
    static Message of(Ticket.Message of) {
      return new Message(of.author(), of.text(), of.createdAt());
    }
  }

  /// Without its messages.
  record Listed(
      String ticketId,
      String partnerId,
      String categoryId,
      String subject,
      Ticket.Status status,
      String openedBy,
      Instant createdAt,
      Instant updatedAt) {
    static Listed of(Ticket of) {
      return new Listed(
          of.ticketId(),
          of.partnerId(),
          of.category().id(),
          of.subject(),
          of.status(),
          of.openedBy(),
          of.createdAt(),
          of.updatedAt());
    }
  }

  static TicketView of(Ticket of, List<Ticket.Message> messages) {
    return new TicketView(
        of.ticketId(),
        of.category().id(),
        of.subject(),
        of.status(),
        of.openedBy(),
        of.createdAt(),
        of.updatedAt(),
        messages.stream().map(Message::of).toList());
  }
}
