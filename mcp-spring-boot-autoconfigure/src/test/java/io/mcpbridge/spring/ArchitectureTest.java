package io.mcpbridge.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of the auto-configuration have one direction. */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.spring.boot.internal.configuration",
          "io.mcpbridge.spring.boot.internal.doctor",
          "io.mcpbridge.spring.oauth.user",
          "io.mcpbridge.spring.oauth.settings",
          "io.mcpbridge.spring.oauth.internal.user",
          "io.mcpbridge.spring.oauth.internal.settings",
          "io.mcpbridge.spring.boot.internal.web",
          "io.mcpbridge.spring.boot.internal.approval",
          "io.mcpbridge.spring.oauth",
          "io.mcpbridge.spring.boot",
          "io.mcpbridge.spring.boot.internal.server",
          "io.mcpbridge.spring.boot.internal.input",
          "io.mcpbridge.spring.boot.internal.catalog",
          "io.mcpbridge.spring.boot.autoconfigure");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.mcpbridge.spring.boot", "io.mcpbridge.spring.oauth");

  /** The packages of all published modules, which the tests have on the class path. */
  @Test
  void packagesOfAllModulesAreFreeOfCycles() {
    slices()
        .matching("io.mcpbridge.(**)")
        .should()
        .beFreeOfCycles()
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.mcpbridge"));
  }

  @Test
  void packagesDependOnLowerLayersOnly() {
    classes().should().resideInAnyPackage(LAYERS.toArray(String[]::new)).check(MAIN);
    for (int layer = 0; layer < LAYERS.size() - 1; layer++) {
      String[] above = LAYERS.subList(layer + 1, LAYERS.size()).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(LAYERS.get(layer))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(above)
          .check(MAIN);
    }
  }

  /** What users see is theirs to keep: no internal type in a method that they can call. */
  @Test
  void apiShowsNoInternalTypes() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.mcpbridge.spring");
    codeUnits()
        .that()
        .areDeclaredInClassesThat(arePublicApi())
        .and()
        .areNotPrivate()
        .and()
        .areNotPackagePrivate()
        .should(showOnlyApi())
        .check(all);
  }

  private static DescribedPredicate<JavaClass> arePublicApi() {
    return DescribedPredicate.describe(
        "are public API",
        type ->
            type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getPackageName().contains("internal"));
  }

  private static ArchCondition<JavaCodeUnit> showOnlyApi() {
    return new ArchCondition<>("show only API") {
      @Override
      public void check(JavaCodeUnit method, ConditionEvents events) {
        Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
            .flatMap(type -> type.getAllInvolvedRawTypes().stream())
            .filter(type -> type.getPackageName().startsWith("io.mcpbridge"))
            .filter(type -> !arePublicApi().test(type))
            .forEach(
                type ->
                    events.add(
                        SimpleConditionEvent.violated(
                            method, method.getFullName() + " shows " + type.getName())));
      }
    };
  }
}
