package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The input schema that a model receives. All shapes are tools of one server, so that an invalid
 * one could affect the others.
 */
class SchemaTest {

  private static final FakeMcpServer server = FakeMcpServer.create();
  private static final OpenAiStub openAi = new OpenAiStub();
  private static McpToolProvider tools;
  private static Map<String, JsonObject> functions;
  private static List<String> warnings;

  @BeforeAll
  static void ask() {
    for (SchemaShape shape : shapes()) {
      server
          .tool(shape.toolName())
          .description(shape.name())
          .inputSchema(Json.write(shape.schema()));
    }
    tools = McpToolProvider.builder().server("s", server.transport()).build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
    try (CapturedLog log = new CapturedLog(ToolOfferLog.class)) {
      functions = functionsSentTo(openAi.model());
      warnings = log.lines();
    }
  }

  @AfterAll
  static void close() {
    tools.close();
    openAi.close();
    server.close();
  }

  static List<SchemaShape> shapes() {
    return SchemaShape.all();
  }

  static List<SchemaShape> offered() {
    return shapes().stream().filter(shape -> shape.leftOut() == null).toList();
  }

  @ParameterizedTest
  @MethodSource("offered")
  void sendsCompleteSchemaToModel(SchemaShape shape) {
    JsonObject function = functions.get("s__" + shape.toolName());

    Map<String, Object> parameters = withoutEmpty(shape.parameters());
    parameters.remove("description");
    assertThat(withoutEmpty(function.map("parameters"))).isEqualTo(parameters);
    Object ofTheRoot = shape.schema().get("description");
    assertThat(function.string("description"))
        .isEqualTo(
            shape.name()
                + (ofTheRoot instanceof String ? "\n\nThe arguments: " + ofTheRoot : "")
                + sentSchema("The arguments must also match this JSON Schema: ", shape.inWords())
                + sentSchema("This schema also says: ", shape.names()));
  }

  @Test
  void omitsOnlyToolsWithUnusableSchema() {
    assertThat(functions.keySet())
        .containsExactlyElementsOf(
            offered().stream().map(shape -> "s__" + shape.toolName()).toList());
    assertThat(warnings)
        .containsExactlyElementsOf(
            shapes().stream()
                .filter(shape -> shape.leftOut() != null)
                .map(SchemaTest::warning)
                .toList());
  }

  @Test
  void strictModelGetsSameSchema() {
    assertThat(functionsSentTo(openAi.builder().strictTools(true).build())).isEqualTo(functions);
  }

  private static Map<String, JsonObject> functionsSentTo(ChatModel model) {
    openAi.says("Nothing to do.");
    AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build().chat("Hello");
    List<ChatRequestBody> requests = openAi.requests();
    return requests.get(requests.size() - 1).functions();
  }

  private static String sentSchema(String introduction, Map<String, Object> keywords) {
    return keywords.isEmpty() ? "" : "\n\n" + introduction + Json.write(keywords);
  }

  private static String warning(SchemaShape shape) {
    return "WARN The tool \"%s\" of the MCP server \"s\" is not offered to the model: %s"
        .formatted(shape.toolName(), shape.leftOut());
  }

  /** LangChain4j also writes these two when they are empty. */
  private static Map<String, Object> withoutEmpty(Map<String, Object> schema) {
    Map<String, Object> copy = new LinkedHashMap<>(schema);
    copy.remove("properties", Map.of());
    copy.remove("required", List.of());
    return copy;
  }
}
