package io.mcpbridge.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages of the auto-configuration have one direction. */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.spring.oauth.user",
          "io.mcpbridge.spring.oauth.settings",
          "io.mcpbridge.spring.oauth.store",
          "io.mcpbridge.spring.oauth",
          "io.mcpbridge.spring.boot.configuration",
          "io.mcpbridge.spring.boot",
          "io.mcpbridge.spring.boot.server",
          "io.mcpbridge.spring.boot.input",
          "io.mcpbridge.spring.boot.catalog",
          "io.mcpbridge.spring.boot.autoconfigure");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.mcpbridge.spring.boot", "io.mcpbridge.spring.oauth");

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
}
