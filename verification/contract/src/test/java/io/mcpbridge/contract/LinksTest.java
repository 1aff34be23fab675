package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link on the pages of the documentation has a target. */
class LinksTest {

  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?[^)]*\\)");
  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);

  private final Path root = Path.of("..", "..").toAbsolutePath().normalize();

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      for (; link.find(); links++) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (!Files.exists(target) || !hasAnchor(target, link.group(2))) {
          dead.add(root.relativize(page) + " -> " + link.group());
        }
      }
    }
    assertThat(links).as("links that were looked at").isGreaterThan(50);
    assertThat(dead).isEmpty();
  }

  private static boolean hasAnchor(Path page, String anchor) throws IOException {
    return anchor == null
        || CODE.matcher(Files.readString(page))
            .replaceAll("")
            .lines()
            .filter(line -> line.startsWith("#"))
            .anyMatch(heading -> anchor(heading).equals(anchor));
  }

  /** GitHub's anchor of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ +", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> evidence = Files.walk(root.resolve("verification/evidence"))) {
      return Stream.concat(
              Stream.of("README.md", "llms.txt", "CHANGELOG.md").map(root::resolve),
              Stream.concat(docs, evidence).filter(file -> file.toString().endsWith(".md")))
          .toList();
    }
  }
}
