package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of types names public types only, each with its module, and all public packages. To
 * rewrite the table of packages:
 *
 * <pre>{@code
 * ./mvnw -pl verification/contract -am test -Dtest=TypesPageTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dtypes.page=write
 * }</pre>
 */
class TypesPageTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path PAGE = ROOT.resolve("docs/reference/types.md");
  private static final String REGENERATE =
      "./mvnw -pl verification/contract -am test -Dtest=TypesPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dtypes.page=write";

  private static final Pattern MODULE = Pattern.compile("<module>(mcp-[^<]+)</module>");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| .+ \\| `(io\\.mcpbridge\\.[\\w.]+)\\.([A-Z]\\w*)` \\| `(.+)` \\|$");
  private static final Pattern EXPORT = Pattern.compile("(?m)^ *exports ([\\w.]+);");
  private static final Pattern GENERATED =
      Pattern.compile("(?s)(<!-- generated: packages -->\n).*?(<!-- end -->)");
  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
  private static final Pattern TAG = Pattern.compile("\\{@\\w+ +(?:[\\w.]+\\.)?([^} .]+)\\}");

  @Test
  void listedTypesArePublicTypesOfTheirModules() throws IOException {
    Map<String, Set<String>> packages = packages();
    List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();

    assertThat(rows).as("types on the page").hasSizeGreaterThan(80);
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(packages.get(row.group(3))).as(row.group()).contains(row.group(1));
              assertThat(isPublic(row.group(3), row.group(1), row.group(2)))
                  .as(row.group())
                  .isTrue();
            });
    assertThat(rows.stream().map(row -> row.group(1) + "." + row.group(2))).doesNotHaveDuplicates();
  }

  @Test
  void listsEveryPublicPackage() throws IOException {
    String page = Files.readString(PAGE);
    String anew =
        GENERATED
            .matcher(page)
            .replaceFirst(
                part -> Matcher.quoteReplacement(part.group(1) + table() + part.group(2)));
    if ("write".equals(System.getProperty("types.page"))) {
      Files.writeString(PAGE, anew);
    }

    assertThat(Files.readString(PAGE)).as("to rewrite it: %s", REGENERATE).isEqualTo(anew);
  }

  private static String table() {
    List<String> rows = new ArrayList<>(List.of("", "| Package | Module | What it holds |"));
    rows.add("|---|---|---|");
    packages()
        .forEach(
            (module, names) ->
                names.forEach(
                    name ->
                        rows.add(
                            "| `%s` | `%s` | %s |"
                                .formatted(name, module, described(module, name)))));
    return String.join("\n", rows) + "\n\n";
  }

  /** The public packages of each module that has Java code. */
  private static Map<String, Set<String>> packages() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (String module :
        MODULE.matcher(read(ROOT.resolve("pom.xml"))).results().map(m -> m.group(1)).toList()) {
      Path descriptor = ROOT.resolve(module).resolve("src/main/module/module-info.java");
      Set<String> names =
          Files.exists(descriptor)
              ? EXPORT
                  .matcher(read(descriptor))
                  .results()
                  .map(export -> export.group(1))
                  .collect(Collectors.toCollection(TreeSet::new))
              : packagesWithPublicTypes(module);
      if (!names.isEmpty()) {
        packages.put(module, names);
      }
    }
    return packages;
  }

  private static Set<String> packagesWithPublicTypes(String module) {
    Path sources = sources(module);
    if (!Files.isDirectory(sources)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> declaresPublic(file, file.getFileName().toString().replace(".java", "")))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .filter(name -> !(name + ".").contains(".internal."))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPublic(String module, String packageName, String type) {
    Path file = folder(module, packageName).resolve(type + ".java");
    return Files.exists(file) && declaresPublic(file, type);
  }

  private static boolean declaresPublic(Path file, String type) {
    return Pattern.compile(
            "(?m)^public (?:\\S+ )*(?:class|interface|@interface|record|enum) " + type + "\\b")
        .matcher(read(file))
        .find();
  }

  /** The first sentence about the package. */
  private static String described(String module, String packageName) {
    Matcher javadoc =
        JAVADOC.matcher(read(folder(module, packageName).resolve("package-info.java")));
    assertThat(javadoc.find()).as("Javadoc of %s", packageName).isTrue();
    String text = javadoc.group(1).replaceAll("\\s*\n \\*", " ").strip();
    String sentence = text.split("(?<=\\.)( |$)", 2)[0];
    return TAG.matcher(sentence).replaceAll("`$1`").replace('#', '.').replaceAll("\\s+", " ");
  }

  private static Path folder(String module, String packageName) {
    return sources(module).resolve(packageName.replace('.', '/'));
  }

  private static Path sources(String module) {
    return ROOT.resolve(module).resolve("src/main/java");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
