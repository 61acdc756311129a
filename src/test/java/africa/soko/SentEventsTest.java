package africa.soko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventType;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The events that features declare, the contract's and the specification's are the same.
class SentEventsTest {
  private static final JsonObject CONTRACT =
      new JsonObject(ContractDocument.load("/openapi").asJson());

  /// What [EventCatalogue#names] holds and the tables of the specification and of the decisions
  /// have.
  private static final Set<String> SPECIFIED =
      Set.of(
          ("order.pending order.filled order.rejected order.cancelled order.replaced trade.settled"
                  + " trade.rejected deposit.confirmed withdraw.confirmed wallet.credited"
                  + " kyc.updated account.frozen account.closed dividend.paid"
                  + " corporateaction.declared corporateaction.split corporateaction.suspension"
                  + " corporateaction.delisting corporateaction.rights_issue"
                  + " corporateaction.symbol_changed quote.expired price.alert market.status"
                  + " incident.declared incident.resolved test.event order.working"
                  + " order.partially_filled order.settled order.settlement_failed")
              .split(" "));

  @Test
  void the_contract_describes_every_event_and_nothing_else() {
    var described = CONTRACT.getJsonObject("webhooks").fieldNames();
    assertThat(SentEvents.catalogue().names()).isEqualTo(described).containsAll(SPECIFIED);
  }

  @Test
  void an_event_has_a_producer_or_the_contract_says_with_what_it_comes() {
    var coming = new HashSet<String>();
    for (var event : CONTRACT.getJsonObject("webhooks")) {
      var post = ((JsonObject) event.getValue()).getJsonObject("post");
      if (post.getString("x-soko-coming", "").isBlank()) continue;
      coming.add(event.getKey());
      assertThat(post.getString("description"))
          .endsWith("it comes with " + post.getString("x-soko-coming") + ".");
    }
    assertThat(coming)
        .isEqualTo(EventCatalogue.COMING)
        .doesNotContainAnyElementsOf(SentEvents.catalogue().sent());
  }

  @Test
  void the_contract_lists_what_can_be_subscribed_to() {
    var schemas = CONTRACT.getJsonObject("components").getJsonObject("schemas");
    var names = schemas.getJsonObject("EventName").getJsonArray("x-extensible-enum").stream();
    assertThat(names.map(String.class::cast))
        .containsExactlyInAnyOrderElementsOf(SentEvents.catalogue().names());
  }

  @Test
  void every_type_that_a_feature_has_is_declared() {
    var types =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("africa.soko").stream()
                .flatMap(owner -> owner.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(EventType.class))
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .map(SentEventsTest::value)
                .toList();
    assertThat(types).isNotEmpty().containsExactlyInAnyOrderElementsOf(SentEvents.ALL);
  }

  @Test
  void a_name_is_sent_by_one_feature_alone() {
    var filled = new EventType("order.filled", "trade.settled");
    assertThatThrownBy(() -> new EventCatalogue(List.of(filled, new EventType("trade.settled"))))
        .hasMessageContaining("trade.settled");
    assertThatThrownBy(() -> new EventCatalogue(List.of(new EventType("price.alert"))))
        .hasMessageContaining("price.alert");
  }

  private static EventType value(JavaField field) {
    try {
      var constant = field.reflect();
      constant.setAccessible(true);
      return (EventType) constant.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
