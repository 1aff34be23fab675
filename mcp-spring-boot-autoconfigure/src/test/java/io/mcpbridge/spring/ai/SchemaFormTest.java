package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** The form in which models receive input schemas, and the log output about it. */
class SchemaFormTest {

  private static final String TREE =
      """
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
       "properties": {"root": {"$ref": "#/definitions/Node"}, "tags": {"type": "array"}},
       "required": ["root"], "additionalProperties": false,
       "definitions": {
         "Node": {"type": "object", "properties": {"name": {"type": ["string", "null"]}}},
         "Unused": {"type": "object", "properties": {"name": {"type": "string"}}}}}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ToolOfferLog.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    logger.detachAppender(log);
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }

  @Test
  void openAiSchemaKeepsReferences() {
    server.tool("tree").description("It finds files. ".repeat(100)).inputSchema(TREE);
    ToolDefinition tree = definitions(offering(OpenAiChatModel.class)).get(0);

    assertThat(tree.description()).endsWith("It finds files. …").hasSizeLessThanOrEqualTo(1024);
    assertThat(tree.inputSchema())
        .startsWith("{\"type\":\"object\",\"description\":\"… It finds files.")
        .endsWith(
            "\"properties\":{\"root\":{\"$ref\":\"#/$defs/Node\"},"
                + "\"tags\":{\"type\":\"array\",\"items\":{}}},\"required\":[\"root\"],"
                + "\"$defs\":{\"Node\":{\"type\":\"object\",\"properties\":"
                + "{\"name\":{\"type\":[\"string\",\"null\"]}}}}}");
  }

  @Test
  void unknownModelGetsInlinedSchema() {
    server.tool("tree").description("Draws a tree.").inputSchema(TREE);
    ToolDefinition tree = definitions(McpToolCallbackProvider.of(connected())).get(0);

    assertThat(tree.description()).isEqualTo("Draws a tree.");
    assertThat(tree.inputSchema())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"root\":{\"type\":\"object\",\"properties\":"
                + "{\"name\":{\"type\":[\"string\",\"null\"]}}},"
                + "\"tags\":{\"type\":\"array\",\"items\":{}}},\"required\":[\"root\"]}");
  }

  @Test
  void geminiSchemaHasNoTypeLists() {
    server.tool("tree").inputSchema(TREE);
    ToolDefinition tree = definitions(offering(GoogleGenAiChatModel.class)).get(0);

    assertThat(tree.inputSchema())
        .contains("\"name\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}");
  }

  @Test
  void usesConfiguredSchemaProfile() {
    server.tool("tree").inputSchema(TREE);
    McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder()
            .tools(connected())
            .chatModelType(() -> OpenAiChatModel.class)
            .schemaProfile(SchemaProfile.INLINED)
            .build();

    assertThat(definitions(tools).get(0).inputSchema()).doesNotContain("$ref");
    assertThat(definitions(tools.forTools(catalog)).get(0).inputSchema()).doesNotContain("$ref");
  }

  @Test
  void selectsProfileOnceModelIsKnown() {
    server.tool("tree").inputSchema(TREE);
    AtomicReference<Class<?>> model = new AtomicReference<>();
    McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder().tools(connected()).chatModelType(model::get).build();

    assertThat(definitions(tools).get(0).inputSchema()).doesNotContain("$ref");
    model.set(OpenAiChatModel.class);
    assertThat(definitions(tools).get(0).inputSchema()).contains("$ref");
    assertThat(tools.getToolCallbacks()[0]).isSameAs(tools.getToolCallbacks()[0]);
  }

  @Test
  void omitsAndReportsToolWithUnusableSchema() {
    server.tool("text").inputSchema("{\"type\": \"string\"}");
    server.tool("tree").inputSchema(TREE);
    capture();
    McpToolCallbackProvider tools = offering(OpenAiChatModel.class);

    for (int i = 0; i < 3; i++) {
      assertThat(definitions(tools)).extracting(ToolDefinition::name).containsExactly("s__tree");
    }
    assertThat(tools.schemaReports())
        .containsExactly(
            new SchemaReport(
                "s",
                "text",
                SchemaProfile.VERBATIM,
                "its inputSchema has the type \"string\", but arguments are an object",
                List.of()));
    assertThat(log.list)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getFormattedMessage())
                    .startsWith("The tool \"text\" of the MCP server \"s\" is not offered"));
  }

  @Test
  void warnsOnceAboutTooManyTools() {
    for (int i = 0; i < 129; i++) {
      server.tool("tool_" + i);
    }
    capture();
    McpToolCallbackProvider tools = offering(OpenAiChatModel.class);

    for (int i = 0; i < 3; i++) {
      assertThat(tools.getToolCallbacks()).hasSize(129);
    }
    assertThat(log.list)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getFormattedMessage())
                    .startsWith(
                        "129 tools are offered to a model of OpenAI, which refuses a request with"
                            + " more than 128."));
  }

  private void capture() {
    log.start();
    logger.addAppender(log);
  }

  private McpToolCallbackProvider offering(Class<?> model) {
    return McpToolCallbackProvider.builder()
        .tools(connected())
        .chatModelType(() -> model)
        .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
        .build();
  }

  private ToolCatalog connected() {
    catalog = ToolCatalog.builder().server("s", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }

  private static List<ToolDefinition> definitions(McpToolCallbackProvider tools) {
    return List.of(tools.getToolCallbacks()).stream().map(ToolCallback::getToolDefinition).toList();
  }
}
