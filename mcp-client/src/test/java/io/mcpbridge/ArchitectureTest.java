package io.mcpbridge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dependency rules that keep each revision, transport and library replaceable. */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the layers below, never a neighbor. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("internal.text"),
          Set.of("file", "json", "thread"),
          Set.of("error"),
          Set.of("model", "jsonrpc"),
          Set.of("arguments", "auth", "input", "schema", "selection"),
          Set.of("transport"),
          Set.of("transport.http", "transport.stdio", "revision"),
          Set.of("client"),
          Set.of("approval", "shortening"),
          Set.of("catalog"),
          Set.of("config"));

  private static final String JACKSON = "com.fasterxml.jackson..";
  private static final String APACHE_HTTP = "org.apache.hc..";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge");

  @Test
  void arrowsBetweenPackagesPointDownwards() {
    classes().should(new LookOnlyDownwards("io.mcpbridge", FLOORS)).check(MAIN);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("io.mcpbridge.(**)").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void onlyJsonSeesJackson() {
    noClasses()
        .that(not(resideInAPackage("io.mcpbridge.json")))
        .should()
        .dependOnClassesThat(resideInAPackage(JACKSON))
        .check(MAIN);
  }

  @Test
  void onlyTheHttpTransportSeesApacheHttpClient() {
    noClasses()
        .that(not(resideInAPackage("io.mcpbridge.transport.http")))
        .should()
        .dependOnClassesThat(resideInAPackage(APACHE_HTTP))
        .check(MAIN);
  }

  @Test
  void publicSignaturesShowNeitherJacksonNorApacheHttpClient() {
    classes().should(new ShowNoneOf(resideInAnyPackage(JACKSON, APACHE_HTTP))).check(MAIN);
  }

  @Test
  void onlyRevisionNamesARevision() throws Exception {
    List<StringConstant> dates =
        StringConstant.allBelow(Path.of("src", "main", "java"))
            .filter(constant -> !constant.file().startsWith(Path.of("io", "mcpbridge", "revision")))
            .filter(constant -> constant.contains("20\\d\\d-\\d\\d-\\d\\d"))
            .toList();
    assertThat(dates).as("protocol revisions named outside io.mcpbridge.revision").isEmpty();
  }
}
