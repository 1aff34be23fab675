package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.contract.DefinitionTokens.Measure;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.schema.SchemaProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the definitions of the recorded servers cost, before and after each measure: the table in
 * docs/reference/sizes.md, which {@code verification/benchmarks/tool-search/tokens} writes.
 */
class DefinitionTokensTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path PAGE = ROOT.resolve("docs/reference/sizes.md");
  private static final Path SERVERS = ROOT.resolve("verification/benchmarks/tool-search/servers");
  private static final String BEGIN = "<!-- definitions -->\n";

  /** The tokens of all tools of a server, in the form with definitions and in that without. */
  private record Row(
      String server, List<DefinitionTokens> verbatim, List<DefinitionTokens> inlined) {

    static Row of(Path file) {
      JsonObject recorded = JsonObject.of(Json.readObject(read(file)));
      List<DefinitionTokens> verbatim = new ArrayList<>();
      List<DefinitionTokens> inlined = new ArrayList<>();
      String server = recorded.string("server", "");
      for (Object entry : recorded.list("tools")) {
        JsonObject tool = JsonObject.of(entry);
        verbatim.add(tokens(server, tool, SchemaProfile.VERBATIM_BELOW_ROOT));
        inlined.add(tokens(server, tool, SchemaProfile.INLINED));
      }
      return new Row(server, verbatim, inlined);
    }

    private static DefinitionTokens tokens(String server, JsonObject tool, SchemaProfile profile) {
      return DefinitionTokens.of(
          server + "__" + tool.string("name", ""),
          tool.string("description", ""),
          Json.readObject(Json.write(tool.get("inputSchema"))),
          profile);
    }

    int listed() {
      return verbatim.stream().mapToInt(DefinitionTokens::listed).sum();
    }

    int saved(Measure measure) {
      return verbatim.stream().mapToInt(tokens -> tokens.saved().get(measure)).sum();
    }

    static int sent(List<DefinitionTokens> tools) {
      return tools.stream().mapToInt(DefinitionTokens::sent).sum();
    }

    String line(String name) {
      return String.format(
          Locale.ROOT,
          "| %s | %d | %,d | %,d | %,d | %,d | %,d | %,d | %,d |\n",
          name,
          verbatim.size(),
          listed(),
          saved(Measure.UNREACHABLE_DEFINITIONS),
          saved(Measure.SCHEMA_KEYWORDS),
          saved(Measure.FORM),
          sent(verbatim),
          sent(verbatim) / Math.max(1, verbatim.size()),
          sent(inlined));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Row> rows() throws IOException {
    try (Stream<Path> files = Files.list(SERVERS)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().map(Row::of).toList();
    }
  }

  private static Row all(List<Row> rows) {
    return new Row(
        "",
        rows.stream().flatMap(row -> row.verbatim().stream()).toList(),
        rows.stream().flatMap(row -> row.inlined().stream()).toList());
  }

  @Test
  void measuresExplainTheDifference() throws IOException {
    Row all = all(rows());
    int saved = 0;
    for (Measure measure : Measure.values()) {
      assertThat(all.saved(measure)).as(measure.name()).isPositive();
      saved += all.saved(measure);
    }

    assertThat(all.listed() - Row.sent(all.verbatim())).isEqualTo(saved);
    assertThat(Row.sent(all.inlined())).isLessThan(all.listed());
  }

  @Test
  void pageShowsTheTokens() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf("<!-- end -->", from);
    assertThat(from).isGreaterThan(BEGIN.length());
    String anew = page.substring(0, from) + "\n" + table(rows()) + "\n" + page.substring(to);
    if ("write".equals(System.getProperty("tokens.page"))) {
      Files.writeString(PAGE, anew);
    }

    assertThat(Files.readString(PAGE))
        .as("to write the table: verification/benchmarks/tool-search/tokens")
        .isEqualTo(anew);
  }

  private static String table(List<Row> rows) {
    StringBuilder table =
        new StringBuilder(
            """
            | Server | Tools | Listed | Unreachable definitions | `$schema` and the like | Form | Sent | Per tool | Sent inlined |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|
            """);
    rows.forEach(row -> table.append(row.line("`" + row.server() + "`")));
    return table.append(all(rows).line("**all**")).toString();
  }
}
