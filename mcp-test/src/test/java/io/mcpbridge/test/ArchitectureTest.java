package io.mcpbridge.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages have one direction. */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.test.internal.content",
          "io.mcpbridge.test.exchange",
          "io.mcpbridge.test.internal.message",
          "io.mcpbridge.test.internal.rules",
          "io.mcpbridge.test.internal.server",
          "io.mcpbridge.test.internal.channel",
          "io.mcpbridge.test.internal.http",
          "io.mcpbridge.test.internal.leak",
          "io.mcpbridge.test");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge.test");

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
