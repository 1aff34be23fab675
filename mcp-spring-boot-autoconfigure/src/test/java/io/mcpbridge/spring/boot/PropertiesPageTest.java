package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps four things in step: the properties page, the names that the command line has, the metadata
 * that editors show, and the code. To rewrite the page and the names:
 *
 * <pre>{@code
 * ./mvnw -pl mcp-spring-boot-autoconfigure -am test -Dtest=PropertiesPageTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dproperties.page=write
 * }</pre>
 */
class PropertiesPageTest {

  private static final Path PAGE = root().resolve("docs/reference/properties.md");
  private static final Path NAMES =
      root()
          .resolve(
              "mcp-cli/src/main/resources/io/mcpbridge/cli/internal/config/property-names.txt");
  private static final String DEFAULTS = "mcp.client.defaults.";
  private static final String REGENERATE =
      "./mvnw -pl mcp-spring-boot-autoconfigure -am test -Dtest=PropertiesPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dproperties.page=write";

  private final JsonObject metadata = metadata();

  /** Whichever module the tests run in. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("docs"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder);
  }

  static JsonObject metadata() {
    URL classes = McpClientProperties.class.getProtectionDomain().getCodeSource().getLocation();
    try (InputStream file =
        URI.create(
                (classes.getPath().endsWith(".jar") ? "jar:" + classes + "!/" : classes.toString())
                    + "META-INF/spring-configuration-metadata.json")
            .toURL()
            .openStream()) {
      byte[] json = file.readAllBytes();
      return JsonObject.of(new JsonReader(JsonLimits.defaults()).read(json, 0, json.length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<JsonObject> properties() {
    return metadata.list("properties").stream()
        .map(JsonObject::of)
        .sorted(Comparator.comparing(property -> property.string("name", "")))
        .toList();
  }

  @Test
  void pageMatchesMetadata() throws IOException {
    String page = Files.readString(PAGE);
    String expected =
        with(
            with(page, "application", table(this::isOfTheApplication, "")),
            "servers",
            table(name -> name.startsWith(DEFAULTS), DEFAULTS));
    assertIsCurrent(PAGE, expected);
  }

  @Test
  void namesOfCommandLineMatchMetadata() throws IOException {
    String expected =
        properties().stream()
            .map(property -> property.string("name", "") + "\n")
            .filter(name -> name.startsWith("mcp.client."))
            .collect(Collectors.joining());

    assertIsCurrent(NAMES, expected);
  }

  private static void assertIsCurrent(Path file, String expected) throws IOException {
    if ("write".equals(System.getProperty("properties.page"))) {
      Files.writeString(file, expected);
    }
    assertThat(Files.readString(file)).as("to rewrite it: %s", REGENERATE).isEqualTo(expected);
  }

  private boolean isOfTheApplication(String name) {
    return name.startsWith("mcp.client.")
        && !name.startsWith(DEFAULTS)
        && !name.equals("mcp.client.servers");
  }

  private static String with(String page, String part, String table) {
    String begin = "<!-- generated: " + part + " -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- end -->", from);
    assertThat(from).as(part).isGreaterThan(begin.length());
    return page.substring(0, from) + "\n" + table + "\n" + page.substring(to);
  }

  private String table(Predicate<String> filter, String prefix) {
    List<String> rows =
        new ArrayList<>(List.of("| Property | Default | What it is |", "|---|---|---|"));
    for (JsonObject property : properties()) {
      String name = property.string("name", "");
      if (filter.test(name)) {
        rows.add(
            "| `%s` | %s | %s |"
                .formatted(
                    name.substring(prefix.length()) + suffix(property),
                    value(property.get("defaultValue")),
                    described(property) + values(property)));
      }
    }
    return String.join("\n", rows) + "\n";
  }

  /** Formats quoted words as code. */
  private static String described(JsonObject property) {
    return property
        .string("description", "")
        .replaceAll("(?<![a-z])'([^']+)'(?![a-z])", "`$1`")
        .replace("|", "\\|");
  }

  private static String suffix(JsonObject property) {
    return property.string("type", "").startsWith("java.util.Map") ? ".<name>" : "";
  }

  private static String value(Object defaultValue) {
    return defaultValue == null
        ? ""
        : "`" + (defaultValue instanceof List<?> list ? list.get(0) : defaultValue) + "`";
  }

  /** The constants of an enum. */
  private static String values(JsonObject property) {
    String type = property.string("type", "").replaceAll("java.util.List<(.*)>", "$1");
    try {
      Object[] constants =
          type.startsWith("io.mcpbridge") ? Class.forName(type).getEnumConstants() : null;
      return constants == null
          ? ""
          : Stream.of(constants)
              .map(it -> "`" + it.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
              .collect(
                  Collectors.joining(
                      ", ", property.string("type", "").equals(type) ? " One of " : " Of ", "."));
    } catch (ClassNotFoundException e) {
      return ""; // a map of them
    }
  }

  /** Settings for experts belong into customizers. */
  @Test
  void areFew() {
    assertThat(properties())
        .filteredOn(property -> property.string("name", "").startsWith("mcp.client."))
        .hasSizeLessThanOrEqualTo(101);
  }

  @Test
  void everyPropertyIsDescribed() {
    assertThat(properties())
        .filteredOn(property -> property.string("name", "").startsWith("mcp.client."))
        .isNotEmpty()
        .allSatisfy(
            property ->
                assertThat(property.string("description"))
                    .as(property.string("name"))
                    .matches("(?s)[A-Z].*\\."));
  }

  @Test
  void metadataDefaultsMatchClientDefaults() {
    Map<String, Object> defaults = new TreeMap<>();
    for (JsonObject property : properties()) {
      if (property.string("name", "").startsWith(DEFAULTS)
          && property.get("defaultValue") != null) {
        Object value = property.get("defaultValue");
        defaults.put(
            property.string("name", "").substring(DEFAULTS.length()),
            value instanceof List<?> list ? Objects.requireNonNull(list.get(0)) : value);
      }
    }

    assertThat(defaults)
        .containsEntry("max-result-characters", 50000)
        .containsEntry("start", "eager");
    assertThat(
            CatalogApplication.options(
                defaults.entrySet().stream()
                    .map(it -> "defaults." + it.getKey() + "=" + it.getValue())
                    .toArray(String[]::new)))
        .isEqualTo(ServerOptions.builder().start(StartPolicy.LAZY).build());
  }

  @Test
  void pageListsAllToolProperties() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(McpServerProperties.Tool.class.getRecordComponents())
        .allSatisfy(
            component ->
                assertThat(page)
                    .contains(
                        "`tools.<name>."
                            + component
                                .getName()
                                .replaceAll("([A-Z])", "-$1")
                                .toLowerCase(Locale.ROOT)));
  }
}
