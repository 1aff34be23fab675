package io.mcpbridge.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The internal packages have one direction. All of them know the public types of {@code
 * io.mcpbridge.test}, which the tests of users script a server with.
 */
class ArchitectureTest {

  private static final String PUBLIC = "io.mcpbridge.test";

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.test.internal.message",
          "io.mcpbridge.test.internal.rules",
          "io.mcpbridge.test.internal.server",
          "io.mcpbridge.test.internal.channel",
          "io.mcpbridge.test.internal.http",
          "io.mcpbridge.test.internal.leak");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(PUBLIC);

  @Test
  void internalPackagesDependOnLowerLayersOnly() {
    classes()
        .that()
        .resideOutsideOfPackage(PUBLIC)
        .should()
        .resideInAnyPackage(LAYERS.toArray(String[]::new))
        .check(MAIN);
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

  /** The machinery is created by the facades, and does not know them. */
  @Test
  void internalPackagesDoNotCreateServers() {
    noClasses()
        .that()
        .resideInAnyPackage(LAYERS.toArray(String[]::new))
        .should()
        .callMethod(FakeMcpServer.class, "create")
        .check(MAIN);
  }
}
