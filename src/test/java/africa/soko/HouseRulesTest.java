package africa.soko;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.vertx.sqlclient.Pool;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

/// What the packages may know of each other, and what no class may do.
@AnalyzeClasses(packages = "africa.soko", importOptions = DoNotIncludeTests.class)
class HouseRulesTest {
  private static final Path SOURCES = Path.of("src/main/java");

  /// Every other package is a feature, so that a new one keeps the rules of features.
  private static final String[] FRAME = {
    "africa.soko", "africa.soko.cli..", "africa.soko.platform..", "africa.soko.edge..",
  };

  /// Who handles the database's types although it is no store.
  private static final Set<String> NO_STORES =
      Set.of(
          // Claims what is due in two statements that belong together.
          "africa.soko.webhook.DueDeliveries",
          // Its own SQL, and its work goes into the transaction that it holds.
          "africa.soko.market.price.PriceSets",
          // One transaction over the stores of prices and of phases.
          "africa.soko.market.MarketService",
          // What the driver's faults mean to a caller.
          "africa.soko.edge.Faults",
          "africa.soko.edge.request.SlowAnswer");

  @ArchTest
  static final ArchRule the_platform_knows_nothing_of_the_business =
      noClasses()
          .that(resideInAPackage("africa.soko.platform.."))
          .should()
          .dependOnClassesThat(
              resideInAPackage("africa.soko..")
                  .and(not(resideInAPackage("africa.soko.platform.."))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule the_edge_knows_only_the_platform =
      noClasses()
          .that(resideInAPackage("africa.soko.edge.."))
          .should()
          .dependOnClassesThat(
              resideInAPackage("africa.soko..")
                  .and(not(resideInAnyPackage("africa.soko.platform..", "africa.soko.edge.."))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule what_http_says_knows_no_operation =
      noClasses()
          .that(resideInAPackage("africa.soko.edge.http.."))
          .should()
          .dependOnClassesThat(
              resideInAPackage("africa.soko..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "africa.soko.platform..", "africa.soko.edge.http.."))));

  @ArchTest
  static final ArchRule what_is_bound_knows_no_step_of_a_request =
      noClasses()
          .that(resideInAnyPackage("africa.soko.edge", "africa.soko.edge.contract.."))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("africa.soko.edge.request..", "africa.soko.edge.server.."));

  @ArchTest
  static final ArchRule features_form_no_cycle =
      slices()
          .matching("africa.soko.(*)..")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(resideInAnyPackage(FRAME), resideInAPackage("africa.soko.."))
          .ignoreDependency(resideInAPackage("africa.soko.."), resideInAnyPackage(FRAME))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule time_and_chance_are_given_from_outside =
      noClasses()
          .that(not(resideInAPackage("africa.soko.platform..")))
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(java.util.Random.class)
          .because("tests move the clock and repeat a seed")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule no_field_is_a_binary_fraction =
      noFields()
          .should()
          .haveRawType(double.class)
          .orShould()
          .haveRawType(Double.class)
          .orShould()
          .haveRawType(float.class)
          .orShould()
          .haveRawType(Float.class)
          .because("money, quantities and prices are exact")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule one_place_rounds =
      noClasses()
          .that(not(resideInAPackage("africa.soko.platform.money")))
          .should()
          .dependOnClassesThat(type(RoundingMode.class))
          .allowEmptyShould(true);

  /// Whoever puts a feature together holds a pool, and no more than that.
  @ArchTest
  static final ArchRule stores_alone_speak_to_the_database =
      noClasses()
          .that(not(isStore()))
          .and(not(resideInAnyPackage("africa.soko", "africa.soko.cli..")))
          .and(not(resideInAnyPackage("africa.soko.ledger..", "africa.soko.platform.db..")))
          .should()
          .dependOnClassesThat(resideInAPackage("io.vertx.sqlclient..").and(not(type(Pool.class))))
          .allowEmptyShould(true);

  private static DescribedPredicate<JavaClass> isStore() {
    return describe(
        "a store",
        type -> {
          var name = type.getName().replaceFirst("\\$.*", "");
          return name.endsWith("Store") || NO_STORES.contains(name);
        });
  }

  @ArchTest
  static final ArchRule every_package_says_what_it_owns =
      classes().should(liveInADescribedPackage()).allowEmptyShould(true);

  private static ArchCondition<JavaClass> liveInADescribedPackage() {
    return new ArchCondition<>("live in a package with a package-info.java") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        var file =
            SOURCES.resolve(type.getPackageName().replace('.', '/')).resolve("package-info.java");
        boolean isThere = Files.exists(file);
        events.add(new SimpleConditionEvent(type, isThere, file + " for " + type.getName()));
      }
    };
  }
}
