package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.Agreement;
import africa.soko.access.ApiKeys;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Origin;
import africa.soko.platform.json.Sent;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.Obstacle;
import africa.soko.trading.Floor;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.position.Holding;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Whatever commands meet in one batch, what they lock and load goes together: none is held up or
/// run alone because of another's tables.
class EveryCommandIT {
  private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(boolean.class, true),
          Map.entry(Integer.class, 1),
          Map.entry(Boolean.class, true),
          Map.entry(Object.class, "x"),
          Map.entry(BigDecimal.class, BigDecimal.ONE),
          Map.entry(Usd.class, Usd.of("1")),
          Map.entry(Instant.class, NOW),
          Map.entry(LocalDate.class, LocalDate.parse("2026-03-02")),
          Map.entry(Duration.class, Duration.ofHours(1)),
          Map.entry(Buffer.class, Buffer.buffer("{}")),
          Map.entry(List.class, List.of("*")),
          Map.entry(Map.class, Map.of()),
          Map.entry(ApiKeys.class, new ApiKeys(new byte[32])),
          Map.entry(Set.class, Set.of()),
          Map.entry(Function.class, (Function<Object, Object>) _ -> null),
          Map.entry(Obstacle.class, Holding.OBSTACLE),
          Map.entry(Sent.class, new Sent<>(null)),
          Map.entry(Price.class, Floor.price("1")),
          Map.entry(Session.class, Floor.SESSION));

  @Test
  void one_of_every_kind_goes_into_one_batch() throws Exception {
    try (var books = new BooksOnDisk()) {
      var grants = new Grants(books);
      var partner = grants.partner();
      var known = new Partner(partner, "Karibu", "a@b.c", "sub", Partner.Status.ACTIVE, NOW);
      BooksOnDisk.await(new PartnerStore(books.platform()).insert(known, Agreement.first(100, 50)));
      var commands = commands(partner);
      assertThat(commands).hasSizeGreaterThan(20);
      var engine = books.engine(LedgerLimits.DEFAULT, () -> {});
      var submissions = new ArrayList<Submission>();
      for (var command : commands) submissions.add(new Submission(command, Origin.SERVICE));
      var answers = engine.run(submissions, Engine.Patience.USUAL);
      for (int i = 0; i < commands.size(); i++) {
        assertThat(answers.get(i).status()).as("%s", commands.get(i)).isLessThan(500);
      }
      assertThat(answers).extracting(Answer::status).contains(200, 201);
      assertThat(grants.failures()).as("batches that were rolled back").isZero();
      BooksOnDisk.await(engine.close());
      books.prove();
    }
  }

  /// One of every kind of command that the service has, also of one that nobody named here.
  private static List<Command> commands(String partnerId) {
    return new ClassFileImporter()
        .withImportOption(new DoNotIncludeTests()).importPackages("africa.soko").stream()
            .filter(type -> type.isAssignableTo(Command.class) && !type.isInterface())
            .map(type -> (Command) sample(type.reflect(), partnerId))
            .sorted(Comparator.comparing(Object::toString))
            .toList();
  }

  private static Object sample(Class<?> type, String partnerId) {
    var known = SAMPLES.get(type);
    if (known != null) return known;
    if (type.isEnum()) return type.getEnumConstants()[0];
    if (type.isSealed()) return sample(type.getPermittedSubclasses()[0], partnerId);
    try {
      var components = type.getRecordComponents();
      if (components == null) throw new AssertionError("No sample of " + type);
      var types = Arrays.stream(components).map(RecordComponent::getType);
      var constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(components).map(one -> value(one, partnerId)).toArray());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("No sample of " + type, e);
    }
  }

  private static Object value(RecordComponent component, String partnerId) {
    if (component.getType() != String.class) return sample(component.getType(), partnerId);
    return switch (component.getName()) {
      case "partnerId" -> partnerId;
      // Of a key, which no two have.
      case "text" -> UUID.randomUUID().toString();
      case String name -> name + "-1";
    };
  }
}
