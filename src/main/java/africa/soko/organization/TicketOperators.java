package africa.soko.organization;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

/// What operators see of tickets, and answer.
public final class TicketOperators {
  private final Ledger ledger;
  private final TicketStore store;

  /// @param closes whether the ticket is closed with it
  record Reply(String text, @Nullable Boolean closes) {}

  /// @param ledger of the sandbox, where repeats are known
  /// @param platform whose connections look into the schema `platform`
  public TicketOperators(Ledger ledger, Pool platform) {
    this.ledger = ledger;
    store = new TicketStore(platform);
  }

  public void bind(Contract contract) {
    contract.read("listPartnerTickets", call -> TicketRoutes.page(store, call, null));
    contract.read("getPartnerTicket", call -> TicketRoutes.one(store, call, null));
    contract.change("answerTicket", this::answer);
  }

  private Future<Answer> answer(Call call) {
    var reply = call.body(Reply.class);
    var text = Input.name("text", reply.text, TicketRoutes.TEXT_MAX);
    var status = Boolean.TRUE.equals(reply.closes) ? Ticket.Status.CLOSED : Ticket.Status.ANSWERED;
    return TicketRoutes.found(store, call, null)
        .compose(
            ticket ->
                ledger.send(
                    new UpdateTicket(
                        ticket.partnerId(), ticket.ticketId(), Ticket.OPERATOR, status, text),
                    call.origin()));
  }
}
