package africa.soko.organization;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;

/// Something that an organisation asks the operators.
///
/// @param openedBy a member or a key
/// @param messages how many there are
record Ticket(
    String partnerId,
    String ticketId,
    TicketCategory category,
    String subject,
    Status status,
    String openedBy,
    int messages,
    Instant createdAt,
    Instant updatedAt) {

  /// Who writes for the operators.
  static final String OPERATOR = "operator";

  enum Status {
    OPEN,
    ANSWERED,
    CLOSED
  }

  /// @param author a member, a key, or [#OPERATOR]
  record Message(
      String partnerId,
      String ticketId,
      String messageId,
      String author,
      String text,
      Instant createdAt) {
    static final Table<Message> TABLE =
        Table.<Message>named("platform.ticket_message")
            .key("partner_id", Message::partnerId)
            .key("ticket_id", Message::ticketId)
            .key("message_id", Message::messageId)
            .text("author", Message::author)
            .text("text", Message::text)
            .instant("created_at", Message::createdAt)
            .readBy(
                row ->
                    new Message(
                        row.text("partner_id"),
                        row.text("ticket_id"),
                        row.text("message_id"),
                        row.text("author"),
                        row.text("text"),
                        row.instant("created_at")));
  }

  static final Table<Ticket> TABLE =
      Table.<Ticket>named("platform.ticket")
          .key("partner_id", Ticket::partnerId)
          .key("ticket_id", Ticket::ticketId)
          .constant("category", Ticket::category)
          .text("subject", Ticket::subject)
          .text("opened_by", Ticket::openedBy)
          .instant("created_at", Ticket::createdAt)
          .fixed()
          .constant("status", Ticket::status)
          .integer("messages", Ticket::messages)
          .instant("updated_at", Ticket::updatedAt)
          .readBy(
              row ->
                  new Ticket(
                      row.text("partner_id"),
                      row.text("ticket_id"),
                      row.constant("category", TicketCategory.class),
                      row.text("subject"),
                      row.constant("status", Status.class),
                      row.text("opened_by"),
                      row.integer("messages"),
                      row.instant("created_at"),
                      row.instant("updated_at")));

  /// Those of an organisation that are not closed.
  static final Group<Ticket> STANDING =
      new Group<>(TABLE, List.of("partner_id"), "status <> 'CLOSED'", one -> Key.of(one.partnerId));

  static Key key(String partnerId, String ticketId) {
    return Key.of(partnerId, ticketId);
  }

  Ticket with(Status newStatus, int newMessages, Instant now) {
    return new Ticket(
        partnerId, ticketId, category, subject, newStatus, openedBy, newMessages, createdAt, now);
  }
}
