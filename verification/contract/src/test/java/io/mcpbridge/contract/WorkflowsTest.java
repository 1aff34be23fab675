package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The workflows, Dependabot's settings and .ci/run name scripts, folders and modules that exist.
 */
class WorkflowsTest {

  private static final Pattern PATH =
      Pattern.compile("(?<![\\w/*.-])/?((?:verification|samples|docs|mcp-|\\.ci/)[\\w./-]*)");
  private static final Pattern MODULE = Pattern.compile("<module>(mcp-[^<]+)</module>");
  private static final Pattern SELECTED = Pattern.compile("-pl (mcp-bom,[\\w,-]+)");

  private final Path root = Path.of("..", "..").toAbsolutePath().normalize();

  @Test
  void namedPathsExist() throws IOException {
    List<String> missing = new ArrayList<>();
    int paths = 0;
    for (Path file : files()) {
      String text = Files.readString(file).replaceAll("(?m)(^| )#.*", "");
      for (MatchResult path : PATH.matcher(text).results().toList()) {
        String name = path.group(1);
        paths++;
        if (!Files.exists(root.resolve(name))
            && !name.equals("mcp-")
            && !name.contains("/target/")) {
          missing.add(root.relativize(file) + ": " + name);
        }
      }
    }
    assertThat(paths).as("paths that were looked at").isGreaterThan(30);
    assertThat(missing).isEmpty();
  }

  @Test
  void otherSystemsTestEachPublishedModule() throws IOException {
    String workflow = Files.readString(root.resolve(".github/workflows/ci.yml"));
    List<String> published = groups(MODULE, Files.readString(root.resolve("pom.xml")));

    assertThat(groups(SELECTED, workflow)).singleElement().isEqualTo(String.join(",", published));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> workflows = Files.list(root.resolve(".github/workflows"))) {
      return Stream.concat(
              workflows, Stream.of(root.resolve(".github/dependabot.yml"), root.resolve(".ci/run")))
          .toList();
    }
  }

  private static List<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
