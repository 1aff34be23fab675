package io.mcpbridge.doctor;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The module is built on what the catalog offers to everybody, and on utilities of the client. */
class ArchitectureTest {

  @Test
  void dependsOnlyOnPublicApiAndSharedUtilities() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "javax.net.ssl",
                "io.mcpbridge.doctor",
                "io.mcpbridge.catalog",
                "io.mcpbridge.catalog.server",
                "io.mcpbridge.error",
                "io.mcpbridge.internal.concurrent",
                "io.mcpbridge.internal.schema",
                "io.mcpbridge.internal.text",
                "io.mcpbridge.model",
                "io.mcpbridge.schema",
                "io.mcpbridge.selection",
                "io.mcpbridge.transport",
                "io.mcpbridge.transport.stdio",
                "org.jspecify.annotations"))
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.mcpbridge.doctor"));
  }
}
