package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
  void allLinksResolve() throws IOException {
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
    try (Stream<Path> files = Files.list(root);
        Stream<Path> modules = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> github = Files.walk(root.resolve(".github"));
        Stream<Path> evidence = Files.walk(root.resolve("verification/evidence"))) {
      Stream<Path> readmes = modules.map(module -> module.resolve("README.md"));
      return Stream.of(files, readmes.filter(Files::exists), docs, github, evidence)
          .flatMap(Function.identity())
          .filter(file -> file.toString().endsWith(".md") || file.endsWith("llms.txt"))
          .toList();
    }
  }
}
