package io.mcpbridge.approval.jdbc;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The module is built on the approval package and on JDBC. */
class ArchitectureTest {

  @Test
  void dependsOnlyOnApprovalPackageAndJdbc() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "javax.crypto",
                "javax.sql",
                "io.mcpbridge.approval..",
                "io.mcpbridge.error",
                "io.mcpbridge.internal.jdbc",
                "io.mcpbridge.internal.text",
                "io.mcpbridge.json",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("/mcp-catalog/"))
                .withImportOption(location -> !location.contains("mcp-catalog-"))
                .importPackages("io.mcpbridge.approval.jdbc"));
  }
}
