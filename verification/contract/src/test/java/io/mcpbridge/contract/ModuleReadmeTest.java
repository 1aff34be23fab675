package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each published module has a README with its coordinates and an example that compiles. */
class ModuleReadmeTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern MODULE = Pattern.compile("<module>(mcp-[^<]+)</module>");
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  static Stream<String> modules() throws IOException {
    return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml"))).results().map(m -> m.group(1));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void readmeHasCoordinatesAndCompiledExample(String module) throws IOException {
    String readme = Files.readString(ROOT.resolve(module).resolve("README.md"));
    String compiled = compiledExamples();

    assertThat(readme).contains("<artifactId>" + module + "</artifactId>");
    assertThat(CODE.matcher(readme).results().map(ModuleReadmeTest::withoutImports))
        .allSatisfy(example -> assertThat(compiled).contains(example));
    assertThat(readme.lines().filter(line -> line.startsWith("import ")))
        .allSatisfy(line -> assertThat(compiled).contains(line));
  }

  private static String withoutImports(MatchResult code) {
    return normalized(
        code.group(1)
            .lines()
            .filter(line -> !line.startsWith("import "))
            .collect(Collectors.joining("\n")));
  }

  /** The README and the tests of documentation pages. */
  private static String compiledExamples() throws IOException {
    StringBuilder code = new StringBuilder(normalized(Files.readString(ROOT.resolve("README.md"))));
    for (String folder :
        new String[] {
          "mcp-approval",
          "mcp-doctor",
          "mcp-langchain4j",
          "mcp-oauth",
          "mcp-spring-ai",
          "mcp-validation",
          "verification/contract",
          "verification/third-party/spring-ai-mcp/boot-3.5"
        }) {
      try (Stream<Path> tests = Files.walk(ROOT.resolve(folder + "/src/test/java/com/example"))) {
        for (Path test : tests.filter(file -> file.toString().endsWith(".java")).toList()) {
          code.append('\n').append(normalized(Files.readString(test)));
        }
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
