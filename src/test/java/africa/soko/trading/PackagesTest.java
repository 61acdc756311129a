package africa.soko.trading;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// What the packages of trading may know of each other.
@AnalyzeClasses(packages = "africa.soko.trading", importOptions = DoNotIncludeTests.class)
class PackagesTest {
  @ArchTest
  static final ArchRule a_position_knows_nobody_a_quote_knows_positions_and_an_order_knows_both =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("africa.soko.trading..")
          .layer("common")
          .definedBy("africa.soko.trading")
          .layer("position")
          .definedBy("africa.soko.trading.position..")
          .layer("quote")
          .definedBy("africa.soko.trading.quote..")
          .layer("order")
          .definedBy("africa.soko.trading.order..")
          .layer("equity")
          .definedBy("africa.soko.trading.equity..")
          .layer("settlement")
          .definedBy("africa.soko.trading.settlement..")
          .whereLayer("common")
          .mayNotAccessAnyLayer()
          .whereLayer("position")
          .mayOnlyAccessLayers("common")
          .whereLayer("equity")
          .mayOnlyAccessLayers("common", "position")
          .whereLayer("quote")
          .mayOnlyAccessLayers("common", "position")
          .whereLayer("order")
          .mayOnlyAccessLayers("common", "position", "quote")
          // What puts them together knows them all.
          .ignoreDependency(equivalentTo(Trading.class), alwaysTrue());
}
