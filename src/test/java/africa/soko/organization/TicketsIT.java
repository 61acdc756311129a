package africa.soko.organization;

import static africa.soko.organization.Members.joined;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What organisations ask the operators, and are answered, over HTTP.
@SokoTest
class TicketsIT {
  private static final String TICKETS = "/organization/tickets";

  private final Service service;

  TicketsIT(Service service) {
    this.service = service;
  }

  private static Map<String, String> question() {
    return Map.of("categoryId", "trading", "subject", "Late", "text", "Where is it?");
  }

  private static List<String> said(Reply ticket) {
    return ticket.texts("/messages", "text");
  }

  @Test
  void a_ticket_is_asked_answered_and_closed(Partner partner) {
    var api = partner.sandbox();
    var admin = joined(service, partner, "admin");
    var categories = api.get("/organization/categories").expect(200);
    assertThat(categories.texts("/categories", "categoryId")).contains("trading", "other");
    var opened = admin.api().post(TICKETS, question()).expect(201);
    assertThat(opened).has("/status", "OPEN").has("/openedBy", admin.memberId());
    var path = TICKETS + "/" + opened.text("/ticketId");

    var operator = service.operator();
    var asked = operator.get("/tickets?status=OPEN&limit=1").expect(200);
    assertThat(asked)
        .has("/tickets/0/ticketId", opened.text("/ticketId"))
        .has("/tickets/0/partnerId", partner.id());
    var there = "/tickets/" + opened.text("/ticketId");
    assertThat(said(operator.get(there).expect(200))).containsExactly("Where is it?");
    var once = UUID.randomUUID().toString();
    for (int i = 0; i < 2; i++) {
      var answer = Map.of("text", "It settles tonight.");
      var reply = operator.request("POST", there + "/answer").key(once).body(answer).send();
      assertThat(reply.expect(200)).has("/status", "ANSWERED");
    }
    var more = Map.of("status", "OPEN", "text", "Thank you; and the other one?");
    assertThat(api.patch(path, more).expect(200)).has("/status", "OPEN");
    operator.post(there + "/answer", Map.of("text", "Too.", "closes", true)).expect(200);
    var whole = partner.live().get(path).expect(200);
    assertThat(whole).has("/status", "CLOSED").has("/messages/1/author", "operator");
    assertThat(said(whole))
        .containsExactly(
            "Where is it?", "It settles tonight.", "Thank you; and the other one?", "Too.");
    assertThat(api.patch(path, Map.of("status", "OPEN")).expect(200)).has("/status", "OPEN");
    assertThat(api.get(TICKETS + "?status=CLOSED").at("/tickets")).isEmpty();
  }

  @Test
  void tickets_come_in_pages_and_belong_to_one_organisation(Partner partner, Partner other) {
    var api = partner.sandbox();
    var first = api.post(TICKETS, question()).expect(201).text("/ticketId");
    var second = api.post(TICKETS, question()).expect(201).text("/ticketId");
    var page = api.get(TICKETS + "?limit=1").expect(200);
    assertThat(page).has("/tickets/0/ticketId", second);
    var rest = api.get(TICKETS + "?limit=1&cursor=" + page.text("/nextCursor")).expect(200);
    assertThat(rest).has("/tickets/0/ticketId", first);
    assertThat(rest.at("/hasMore").booleanValue()).isFalse();
    assertThat(other.sandbox().get(TICKETS).at("/tickets")).isEmpty();
    assertThat(other.sandbox().get(TICKETS + "/" + first)).isRefused(404, "NOT_FOUND");
    assertThat(other.sandbox().patch(TICKETS + "/" + first, Map.of("status", "CLOSED")))
        .isRefused(404, "NOT_FOUND");
    assertThat(service.operator().get("/tickets/tkt_none")).isRefused(404, "NOT_FOUND");
    var answer = service.operator().post("/tickets/tkt_none/answer", Map.of("text", "x"));
    assertThat(answer).isRefused(404, "NOT_FOUND");
  }

  @Test
  void what_is_wrong_or_too_much_is_told(Partner partner) {
    var api = partner.sandbox();
    for (var wrong :
        List.of(
            Map.entry("categoryId", "weather"),
            Map.entry("subject", " "),
            Map.entry("subject", "x".repeat(201)),
            Map.entry("text", ""),
            Map.entry("text", "x".repeat(5_001)))) {
      var body = new HashMap<>(question());
      body.put(wrong.getKey(), wrong.getValue());
      assertThat(api.post(TICKETS, body)).isRefused(400, "VALIDATION_ERROR");
    }
    var path = TICKETS + "/" + api.post(TICKETS, question()).expect(201).text("/ticketId");
    assertThat(api.patch(path, Map.of("text", "more"))).isRefused(400, "MISSING_PARAM");
    assertThat(api.patch(path, Map.of("status", "ANSWERED"))).isRefused(400, "VALIDATION_ERROR");
    for (int i = 1; i < OpenTicket.OPEN_MAX; i++) api.post(TICKETS, question()).expect(201);
    assertThat(api.post(TICKETS, question())).isRefused(422, "LIMIT_EXCEEDED");
    api.patch(path, Map.of("status", "CLOSED")).expect(200);
    api.post(TICKETS, question()).expect(201);
    var more = Map.of("status", "CLOSED", "text", "x");
    for (int i = 1; i < UpdateTicket.MESSAGES_MAX; i++) api.patch(path, more).expect(200);
    assertThat(api.patch(path, more)).isRefused(422, "LIMIT_EXCEEDED");
  }
}
