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
import java.util.List;
import org.junit.jupiter.api.Test;

/// The events that features declare, the contract's and the specification's are the same.
class SentEventsTest {
  private static final JsonObject CONTRACT =
      new JsonObject(ContractDocument.load("/openapi").asJson());

  @Test
  void the_contract_describes_what_is_sent_and_nothing_else() {
    assertThat(SentEvents.catalogue().sent())
        .isEqualTo(CONTRACT.getJsonObject("webhooks").fieldNames());
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
    assertThatThrownBy(() -> new EventCatalogue(List.of(new EventType("dividend.paid"))))
        .hasMessageContaining("dividend.paid");
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
