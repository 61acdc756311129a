package africa.soko;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// What the packages may know of each other, and what no class may do.
@AnalyzeClasses(packages = "africa.soko", importOptions = DoNotIncludeTests.class)
class HouseRulesTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String[] FEATURES = {
    "africa.soko.ledger..",
    "africa.soko.trading..",
    "africa.soko.desk..",
    "africa.soko.market..",
    "africa.soko.event..",
    "africa.soko.webhook..",
    "africa.soko.stream..",
    "africa.soko.sandbox..",
    "africa.soko.partner..",
    "africa.soko.subaccount..",
    "africa.soko.access..",
    "africa.soko.broadcast..",
  };

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
  static final ArchRule features_form_no_cycle =
      slices()
          .matching("africa.soko.(*)..")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(not(resideInAnyPackage(FEATURES)), resideInAPackage("africa.soko.."))
          .ignoreDependency(resideInAPackage("africa.soko.."), not(resideInAnyPackage(FEATURES)))
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
