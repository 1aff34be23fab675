package io.mcpbridge.oauth;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The module implements the client's credentials interface, and depends on nothing above it. */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.oauth.core",
          "io.mcpbridge.oauth.store",
          "io.mcpbridge.oauth.internal.http",
          "io.mcpbridge.oauth.internal.discovery",
          "io.mcpbridge.oauth.internal.token",
          "io.mcpbridge.oauth");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge.oauth");

  @Test
  void dependsOnlyOnAuthPackageNimbusAndHttp() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "javax.crypto..",
                "javax.net.ssl",
                "javax.sql",
                "io.mcpbridge.oauth..",
                "io.mcpbridge.json",
                "io.mcpbridge.error",
                "io.mcpbridge.auth",
                "io.mcpbridge.internal.concurrent",
                "io.mcpbridge.internal.jdbc",
                "io.mcpbridge.internal.file",
                "io.mcpbridge.internal.text",
                "io.mcpbridge.internal.http.connection",
                "com.nimbusds..",
                "org.apache.hc..",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(MAIN);
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

  /** AuthHttp is the only class that sends requests, so that all of them pass the URL policy. */
  @Test
  void onlyAuthHttpSendsRequests() {
    noClasses()
        .that(not(simpleName("AuthHttp")))
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.apache.hc..", "java.net.http"))
        .orShould()
        .callMethod("com.nimbusds.oauth2.sdk.http.HTTPRequest", "send")
        .orShould()
        .callMethod("java.net.URL", "openConnection")
        .check(MAIN);
  }
}
