package africa.soko.organization;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The operations of an organisation on its tickets.
final class TicketRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int SUBJECT_MAX = 200;
  static final int TEXT_MAX = 5_000;

  private static final Categories CATEGORIES =
      new Categories(Stream.of(TicketCategory.values()).map(Category::of).toList());

  private final Ledger ledger;
  private final TicketStore store;

  record Category(String categoryId, String title) {
    static Category of(TicketCategory category) {
      return new Category(category.id(), category.title());
    }
  }

  record Categories(List<Category> categories) {}

  record NewTicket(String categoryId, String subject, String text) {
    OpenTicket of(String partnerId, String by) {
      return new OpenTicket(
          partnerId,
          by,
          Input.oneOf("categoryId", categoryId, TicketCategory.BY_ID),
          Input.name("subject", subject, SUBJECT_MAX),
          Input.name("text", text, TEXT_MAX));
    }
  }

  /// What an organisation can make of a ticket.
  enum Settable {
    OPEN,
    CLOSED
  }

  record Change(Settable status, @Nullable String text) {
    UpdateTicket of(String partnerId, String ticketId, String by) {
      if (text != null) Input.name("text", text, TEXT_MAX);
      return new UpdateTicket(partnerId, ticketId, by, Ticket.Status.valueOf(status.name()), text);
    }
  }

  record TicketPage(
      List<TicketView.Listed> tickets, int count, boolean hasMore, @Nullable String nextCursor) {}

  TicketRoutes(Ledger ledger, TicketStore store) {
    this.ledger = ledger;
    this.store = store;
  }

  void bind(Contract contract) {
    contract.read("listTicketCategories", _ -> Future.succeededFuture(Answer.ok(CATEGORIES)));
    contract.read("listTickets", call -> page(store, call, call.caller().partnerId()));
    contract.read("getTicket", call -> one(store, call, call.caller().partnerId()));
    contract.change("openTicket", this::open);
    contract.change("updateTicket", this::update);
  }

  /// @param partnerId null for the tickets of all
  static Future<Answer> page(TicketStore store, Call call, @Nullable String partnerId) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var status = call.query().one("status", Ticket.Status.class);
    return store
        .page(partnerId, status, page)
        .map(
            found -> {
              var slice = page.slice(found, Ticket::ticketId);
              return Answer.ok(
                  new TicketPage(
                      slice.items().stream().map(TicketView.Listed::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  /// @param partnerId null for a ticket of anybody
  static Future<Answer> one(TicketStore store, Call call, @Nullable String partnerId) {
    return found(store, call, partnerId)
        .compose(
            ticket ->
                store.messages(ticket).map(messages -> Answer.ok(TicketView.of(ticket, messages))));
  }

  static Future<Ticket> found(TicketStore store, Call call, @Nullable String partnerId) {
    return store
        .find(partnerId, call.path("ticketId"))
        .map(
            found ->
                found.orElseThrow(
                    () -> Refused.of(ErrorCode.NOT_FOUND, "No such ticket").asException()));
  }

  private Future<Answer> open(Call call) {
    var caller = call.caller();
    var asked = call.body(NewTicket.class).of(caller.partnerId(), Actor.of(caller).id());
    return ledger.send(asked, call.origin());
  }

  private Future<Answer> update(Call call) {
    var caller = call.caller();
    var asked =
        call.body(Change.class)
            .of(caller.partnerId(), call.path("ticketId"), Actor.of(caller).id());
    return ledger.send(asked, call.origin());
  }
}
