package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.selection.ToolSelection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Text that is invisible to users but not to models is reported, and removed on request. */
class InvisibleCharactersTest {

  private static final ServerOptions REMOVE =
      ServerOptions.builder().invisibleCharacters(InvisibleCharacterPolicy.REMOVE).build();

  /** "x" as a tag, a zero-width space, a bidirectional control, a colored word. */
  private static final String TAG = new StringBuilder().appendCodePoint(0xE0078).toString();

  private static final String ZERO_WIDTH = "\u200b";
  private static final String BIDI = "\u202e";
  private static final String ESCAPE = "\u001b[31m";

  private final CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
  private final OneServer weather = new OneServer();

  @AfterEach
  void close() {
    weather.close();
    log.close();
  }

  private List<String> reports() {
    return log.lines().stream().filter(line -> line.contains("people do not see")).toList();
  }

  private void listAgain() {
    long before = weather.counters().refreshes();
    weather.catalog().refresh("weather");
    Waiting.until(() -> weather.counters().refreshes() > before);
  }

  private CatalogTool tool() {
    return weather.catalog().snapshot().all().get(0);
  }

  private void hide() {
    weather
        .server
        .tool("now")
        .title("N" + ZERO_WIDTH + "ow")
        .description("Weather" + TAG + TAG + " now." + BIDI)
        .annotations("{\"title\": \"No" + ZERO_WIDTH + "w\"}")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\","
                + " \"description\": \"Which"
                + ZERO_WIDTH
                + "\"}}}")
        .returns("sunny");
  }

  @Test
  void warnsOnceAndKeepsInvisibleCharactersByDefault() {
    hide();
    weather.start(ServerOptions.defaults());

    assertThat(reports())
        .containsExactly(
            "WARN MCP server \"weather\": the tool \"now\" contains characters that models read"
                + " but people do not see: title (1: \\u200b), description (3: \\u{e0078} \\u202e),"
                + " annotations title (1: \\u200b),"
                + " inputSchema/properties/city/description (1: \\u200b)"
                + " (setting: ServerOptions.invisibleCharacters; REMOVE removes them)");
    assertThat(tool().description()).contains(TAG);

    listAgain();
    weather.catalog().disable("weather", "the operator");
    weather.catalog().enable("weather");
    listAgain();
    assertThat(reports()).as("once").hasSize(1);

    weather.server.tool("now").description("Weather" + ZERO_WIDTH);
    weather.catalog().refresh("weather");
    Waiting.until(() -> reports().size() == 2); // for other characters
  }

  /** The catalogs of users mostly list the same tools. */
  @Test
  void warnsOnceForAllUsers() {
    hide();
    try (UserCatalogs<String> users =
        UserCatalogs.<String>builder(
                user -> ToolCatalog.builder().server("weather", weather.server.transport()))
            .build()) {
      users.of("ada");
      users.of("grace");
      assertThat(reports()).hasSize(1);

      weather.server.tool("now").description("Weather" + ZERO_WIDTH);
      users.of("alan");
      assertThat(reports()).as("other characters").hasSize(2);
    }
  }

  @Test
  void removesInvisibleCharactersIfConfigured() {
    hide();
    weather.start(REMOVE);

    assertThat(tool().description()).isEqualTo("Weather now.");
    assertThat(tool().shown().title()).isEqualTo("Now");
    assertThat(tool().shown().annotations().title()).isEqualTo("Now");
    assertThat(tool().shown().inputSchemaJson())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\","
                + "\"description\":\"Which\"}}}");
    assertThat(tool().listed().description()).as("as it came").contains(TAG);
    assertThat(reports()).singleElement().asString().contains("; removed, ");
    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void removesTerminalEscapeSequences() {
    weather.server.tool("now").description("A " + ESCAPE + "red" + "\u001b]8;;http://x\u0007 word");
    weather.start(REMOVE);

    assertThat(tool().description()).isEqualTo("A red word");
  }

  @Test
  void changesOptionWithoutListingToolsAgain() {
    hide();
    weather.server.instructions("Be" + ZERO_WIDTH + " kind.");
    weather.start(ServerOptions.defaults());
    assertThat(weather.catalog().snapshot().instructions().get("weather")).contains(ZERO_WIDTH);

    weather.catalog().update("weather", REMOVE);

    assertThat(tool().description()).isEqualTo("Weather now.");
    assertThat(weather.catalog().snapshot().instructions()).containsEntry("weather", "Be kind.");
    assertThat(weather.status().instructions()).isEqualTo("Be kind.");
    assertThat(weather.status().info().instructions()).as("as it came").contains(ZERO_WIDTH);
    weather.catalog().update("weather", ServerOptions.defaults());
    assertThat(tool().description()).contains(TAG);
    assertThat(weather.catalog().snapshot().instructions().get("weather")).contains(ZERO_WIDTH);
    assertThat(weather.server.received("tools/list")).hasSize(1);
    assertThat(weather.server.connectionsOpened()).isEqualTo(1);
    assertThat(reports()).as("one of the tool, one of the server").hasSize(2);
  }

  @Test
  void reportsServerInfoAndInstructionsOnce() {
    weather.server.tool("now");
    weather
        .server
        .identity("{\"name\": \"w\", \"version\": \"1\", \"title\": \"W" + BIDI + "\"}")
        .instructions("Be" + ZERO_WIDTH + " kind.");
    weather.start(ServerOptions.defaults());
    listAgain();

    assertThat(reports())
        .containsExactly(
            "WARN MCP server \"weather\": its serverInfo contains characters that models read"
                + " but people do not see: instructions (1: \\u200b), serverInfo title (1: \\u202e)"
                + " (setting: ServerOptions.invisibleCharacters; REMOVE removes them)");
  }

  /** Argument names and values must match the server's schema. */
  @Test
  void keepsArgumentNamesAndValues() {
    String schema =
        """
        {"type": "object", "description": "a~", "properties": {
          "default": {"title": "b~", "enum": ["c~"], "default": "d~", "const": "c~"},
          "description": {"type": "string", "description": "e~", "pattern": "~", "examples": ["f~"]},
          "g~": {"x-note": {"h~": ["i~"]}, "anyOf": [{"description": "j~"}]}},
         "required": ["g~"], "$defs": {"title": {"title": "k~", "$ref": "#/~"}}}
        """;
    weather.server.tool("now").inputSchema(schema.replace("~", ZERO_WIDTH));
    weather.start(REMOVE);

    assertThat(Json.canonical(tool().shown().inputSchema()).replace(ZERO_WIDTH, "~"))
        .isEqualTo(Json.canonical(Json.read(schema.replaceAll("([abeijk])~", "$1"))));
  }

  @Test
  void callsToolByOriginalName() {
    weather.server.tool("n" + ZERO_WIDTH + "ow").returns("sunny");
    weather.start(REMOVE);

    assertThat(tool().shown().name()).isEqualTo("now");
    assertThat(tool().description()).isEqualTo("The tool \"now\" of the server \"weather\".");
    assertThat(weather.catalog().call(tool().modelName(), "{}", CallOptions.defaults()).text())
        .isEqualTo("sunny");
    assertThat(reports()).singleElement().asString().contains("name (1: \\u200b)");
  }

  /**
   * Persian with a non-joiner, a family and a flag of emoji, and the heart's variation selector.
   */
  @Test
  void keepsJoinersInScriptsAndEmoji() {
    String text =
        "می\u200cخواهم \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \u2764\uFE0F"
            + " \uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74\uDB40\uDC7F";
    weather.server.tool("now").description(text);
    weather.start(REMOVE);

    assertThat(tool().description()).isEqualTo(text);
    assertThat(reports()).isEmpty();
  }

  @Test
  void doesNotReportExcludedTool() {
    hide();
    weather.start(
        ServerOptions.builder().selection(ToolSelection.builder().exclude("now").build()).build());

    assertThat(reports()).isEmpty();
  }
}
