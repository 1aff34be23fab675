package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compiles the Java code of the how-to pages: each code block occurs line for line in a test, and
 * its imports are among that test's imports.
 */
class HowToCodeTest {

  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @CsvSource({
    "write-a-transport.md, transport",
    "limit-calls.md, limits",
    "call-tools.md, calls",
    "intercept-calls.md, calls",
    "filter-tools.md, tools",
    "validate-arguments.md, arguments",
    "limit-large-results.md, results",
    "manage-servers.md, servers",
    "look-inside.md, inspect",
    "subscribe-to-changes.md, changes",
    "expose-resources-as-tools.md, resources",
    "use-mcp-servers-files.md, files",
    "use-resources-and-prompts.md, offers",
    "trace-messages.md, trace",
    "use-tls-and-proxies.md, tls"
  })
  void isTheCodeOfTheTests(String page, String sources) throws IOException {
    isTheCodeIn(Path.of(""), page, sources);
  }

  @ParameterizedTest
  @CsvSource({
    "build-langchain4j-agents.md, agents",
    "test-an-agent.md, testing",
    "choose-schema-form.md, schemas",
    "use-langchain4j-agentic.md, agentic",
    "load-resources-as-documents.md, documents",
    "migrate-from-langchain4j-mcp.md, migration"
  })
  void isTheCodeOfTheTestsWithLangChain4j(String page, String sources) throws IOException {
    isTheCodeIn(Path.of("..", "..", "mcp-langchain4j"), page, sources);
  }

  @ParameterizedTest
  @CsvSource({
    "observe-calls.md, operations",
    "send-a-header-per-user.md, headers",
    "call-as-the-current-user.md, identity",
    "give-each-agent-its-tools.md, agenttools",
    "test-a-spring-application.md, springtests"
  })
  void isTheCodeOfTheTestsWithSpring(String page, String sources) throws IOException {
    isTheCodeIn(Path.of("..", "..", "mcp-spring-boot-autoconfigure"), page, sources);
  }

  @ParameterizedTest
  @CsvSource({"search-tools.md, search", "keep-large-results.md, results"})
  void isTheCodeOfTheTestsOfTabs(String page, String sources) throws IOException {
    Path modules = Path.of("..", "..");
    isTheCodeIn(
        List.of(Path.of(""), modules.resolve("mcp-langchain4j"), modules.resolve("mcp-spring-ai")),
        page,
        sources);
  }

  @ParameterizedTest
  @CsvSource("answer-sampling.md, asks")
  void isTheCodeOfTheTestsOfBothFrameworks(String page, String sources) throws IOException {
    Path modules = Path.of("..", "..");
    isTheCodeIn(
        List.of(
            modules.resolve("mcp-langchain4j"), modules.resolve("mcp-spring-boot-autoconfigure")),
        page,
        sources);
  }

  @ParameterizedTest
  @CsvSource({
    "answer-server-requests.md, input",
    "approve-calls.md, approval",
    "approve-calls-later.md, approval"
  })
  void isTheCodeOfTheTestsWithAndWithoutFramework(String page, String sources) throws IOException {
    Path modules = Path.of("..", "..");
    isTheCodeIn(
        List.of(
            Path.of(""),
            modules.resolve("mcp-langchain4j"),
            modules.resolve("mcp-spring-boot-autoconfigure")),
        page,
        sources);
  }

  @ParameterizedTest
  @CsvSource({
    "approve-calls.md, approval, application.yml",
    "approve-calls-later.md, approval, rest.yml",
    "approve-calls-later.md, approval, resume.yml"
  })
  void pageShowsTestedConfiguration(String page, String sources, String file) throws IOException {
    Path starter = Path.of("..", "..", "mcp-spring-boot-autoconfigure");
    Path settings = Path.of("src", "test", "resources", "com", "example", sources);
    assertThat(page(page))
        .contains("```yaml\n" + Files.readString(starter.resolve(settings).resolve(file)) + "```");
  }

  @Test
  void pageShowsTestedConfigurationOfConsole() throws IOException {
    Path settings = Path.of("..", "..", "mcp-console", "src", "test", "resources");
    assertThat(page("look-inside.md"))
        .contains(
            "```yaml\n"
                + Files.readString(settings.resolve("com/example/console/operation.yml"))
                + "```");
  }

  @ParameterizedTest
  @CsvSource("migrate-from-spring-ai-mcp.md, migration")
  void isTheCodeOfTheTestsBesideSpringAisStarter(String page, String sources) throws IOException {
    isTheCodeIn(Path.of("..", "third-party", "spring-ai-mcp", "boot-3.5"), page, sources);
  }

  @Test
  void recipesAreTheCodeOfTheTests() throws IOException {
    Path spring = Path.of("..", "..", "mcp-spring-boot-autoconfigure");
    isTheCodeIn(
        "recipes.md",
        sources(spring, "agenttools"),
        sources(spring, "headers"),
        sources(Path.of("..", "applications", "provider-sdks"), "sdks"));
  }

  @Test
  void isTheCodeOfTheTestsWithSpringAi() throws IOException {
    isTheCodeIn(
        "build-spring-ai-agents.md",
        sources(Path.of("..", "third-party", "spring-ai-mcp", "boot-3.5"), "migration"),
        sources(Path.of("..", "..", "mcp-spring-boot-autoconfigure"), "springai"));
  }

  @ParameterizedTest
  @CsvSource({
    "authorize-web-users.md, authorization",
    "authorize-desktop.md, authorization",
    "authorize-services.md, authorization",
    "store-tokens.md, authorization",
    "troubleshoot-authorization.md, authorization"
  })
  void isTheCodeOfTheTestsWithOAuth(String page, String sources) throws IOException {
    Path root = Path.of("..", "..");
    isTheCodeIn(
        List.of(root.resolve("mcp-oauth"), root.resolve("mcp-spring-boot-autoconfigure")),
        page,
        sources);
  }

  private static void isTheCodeIn(Path module, String page, String sources) throws IOException {
    isTheCodeIn(List.of(module), page, sources);
  }

  private static void isTheCodeIn(List<Path> modules, String page, String sources)
      throws IOException {
    isTheCodeIn(
        page, modules.stream().map(module -> sources(module, sources)).toArray(Path[]::new));
  }

  private static Path sources(Path module, String name) {
    return module.resolve(Path.of("src", "test", "java", "com", "example", name));
  }

  private static void isTheCodeIn(String page, Path... folders) throws IOException {
    String text = page(page);
    StringBuilder code = new StringBuilder();
    for (Path folder : folders) {
      code.append(code(folder));
    }
    List<String> blocks = BLOCK.matcher(text).results().map(HowToCodeTest::block).toList();
    List<String> imports = imports(text);

    assertThat(blocks).isNotEmpty().allSatisfy(block -> assertThat(code).contains(block));
    assertThat(imports).allSatisfy(line -> assertThat(code).contains(line));
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("..", "..", "docs", "how-to", name));
  }

  private static List<String> imports(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .flatMap(block -> block.group(1).lines())
        .filter(HowToCodeTest::isImport)
        .toList();
  }

  private static boolean isImport(String line) {
    return line.startsWith("import ");
  }

  private static String block(MatchResult match) {
    return normalized(
        match.group(1).lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n")));
  }

  private static String code(Path folder) throws IOException {
    StringBuilder code = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        code.append(normalized(Files.readString(file))).append('\n');
      }
    }
    return code.toString();
  }

  /** Without indentation and empty lines. */
  private static String normalized(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
