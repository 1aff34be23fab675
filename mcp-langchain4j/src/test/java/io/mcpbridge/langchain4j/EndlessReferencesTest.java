package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.json.Json;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schemas with endless references; other tools are not affected. */
class EndlessReferencesTest {

  /** Limit of schemas outside of its definitions that a schema may refer to. */
  private static final int MOST_MOVED = 1000;

  /** Limit of references that a root may start with. */
  private static final int MOST_STEPS = 100;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog(ToolOfferLog.class);

  @BeforeEach
  void offer() {
    server.tool("fine");
  }

  @AfterEach
  void close() {
    log.close();
    server.close();
  }

  @Test
  void limitsReferencesOutsideOfDefs() {
    server.tool("bounded").inputSchema(chain(MOST_MOVED));
    server.tool("long").inputSchema(chain(MOST_MOVED + 1));
    server.tool("endless").inputSchema(chain(50_000));

    assertThat(offered()).containsExactly("s__fine", "s__bounded");
    assertThat(log.lines())
        .containsExactly(
            "WARN The tool \"long\" of the MCP server \"s\" is not offered to the model: its"
                + " inputSchema has references to more than 1000 schemas outside of $defs",
            "WARN The tool \"endless\" of the MCP server \"s\" is not offered to the model: its"
                + " inputSchema has references to more than 1000 schemas outside of $defs");
  }

  @Test
  void acceptsManyReferencesToSharedDefinitions() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      properties.put("p" + i, Map.of("$ref", "#/x/" + i % 1000));
    }
    List<Object> targets = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      targets.add(Map.of("type", "string", "minLength", i));
    }
    server
        .tool("wide")
        .inputSchema(Json.write(Map.of("type", "object", "properties", properties, "x", targets)));

    assertThat(offered()).containsExactly("s__fine", "s__wide");
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void limitsNameConflictsOfDefsAndDefinitions() {
    Map<String, Object> defs = new LinkedHashMap<>();
    Map<String, Object> older = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      String name = Character.toString(0x4e00 + i);
      defs.put(name, Map.of("type", "string"));
      older.put(name, Map.of("type", "integer"));
    }
    server
        .tool("twofold")
        .inputSchema(Json.write(Map.of("type", "object", "$defs", defs, "definitions", older)));

    assertThat(offered()).containsExactly("s__fine");
    assertThat(log.lines()).singleElement().asString().contains("twofold");
  }

  @Test
  void limitsChainedReferencesOfRoot() {
    server.tool("bounded").inputSchema(rootChain(MOST_STEPS));
    server.tool("endless").inputSchema(rootChain(MOST_STEPS + 1));

    assertThat(offered()).containsExactly("s__fine", "s__bounded");
    assertThat(log.lines())
        .containsExactly(
            "WARN The tool \"endless\" of the MCP server \"s\" is not offered to the model: its"
                + " inputSchema begins with more than 100 chained references");
  }

  /** A chain from the property through this many schemas beside it. */
  private static String chain(int length) {
    List<Object> schemas = new ArrayList<>();
    for (int i = 1; i < length; i++) {
      schemas.add(Map.of("$ref", "#/x/" + i));
    }
    schemas.add(Map.of("type", "string"));
    Map<String, Object> properties = Map.of("a", Map.of("$ref", "#/x/0"));
    return Json.write(Map.of("type", "object", "properties", properties, "x", schemas));
  }

  private static String rootChain(int steps) {
    Map<String, Object> defs = new LinkedHashMap<>();
    for (int i = 1; i < steps; i++) {
      defs.put("d" + i, Map.of("$ref", "#/$defs/d" + (i + 1)));
    }
    defs.put("d" + steps, Map.of("type", "object"));
    return Json.write(Map.of("$ref", "#/$defs/d1", "$defs", defs));
  }

  private List<String> offered() {
    try (McpToolProvider tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      InvocationContext withReferences =
          InvocationContext.builder().modelProvider(ModelProvider.ANTHROPIC).build();
      return tools.provideTools(Requests.withContext(withReferences)).aiServiceTools().stream()
          .map(AiServiceTool::name)
          .toList();
    }
  }
}
