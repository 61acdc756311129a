package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// An effect, what is told of it and what is answered to a repetition are there together or not at
/// all, whenever the process ends.
class OneTransactionIT {
  private static final String WRITERS =
      """
      SELECT count(*) || ' rows of ' || count(DISTINCT xmin::text) FROM (
        SELECT xmin, partner_id FROM account UNION ALL
        SELECT xmin, partner_id FROM posting UNION ALL
        SELECT xmin, partner_id FROM event UNION ALL
        SELECT xmin, partner_id FROM idempotency) AS written
      WHERE partner_id = '%s'
      """;

  @Test
  void an_effect_its_event_and_its_answer_are_of_one_transaction() {
    try (var books = new BooksOnDisk()) {
      var grants = new Grants(books);
      var partner = grants.partner();
      assertThat(grants.ask(Grant.to(partner), "one key").status()).isEqualTo(200);
      assertThat(books.ask(WRITERS.formatted(partner))).isEqualTo("4 rows of 1");
    }
  }
}
