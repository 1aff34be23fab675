package io.mcpbridge.verification.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schema form for LangChain4j's adapters for Google's SDKs, which this test cannot call: those
 * throw for a raw schema, a reference, or an array without an element type.
 */
class TypedSchemasTest {

  private static final Map<String, ToolSpecification> SENT = new HashMap<>();
  private static final Map<String, SchemaReport> REPORTS = new HashMap<>();

  @BeforeAll
  static void map() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      Shape.all()
          .forEach(
              shape ->
                  server
                      .tool(shape.toolName())
                      .description("Does it.")
                      .inputSchema(Json.write(shape.schema())));
      map(server);
    }
  }

  private static void map(FakeMcpServer server) {
    try (McpToolProvider tools =
        McpToolProvider.builder()
            .schemaProfile(SchemaProfile.TYPED)
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .server("s", server.transport())
            .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      tools
          .provideTools(null)
          .aiServiceTools()
          .forEach(tool -> SENT.put(tool.name(), tool.toolSpecification()));
      tools.schemaReports().forEach(report -> REPORTS.put(report.tool(), report));
    }
  }

  static List<Shape> offered() {
    return Shape.all().stream()
        .filter(shape -> !shape.name().equals("root of another type"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("offered")
  void useOnlyTypesSupportedByAdapters(Shape shape) {
    assertThat(parts(sent(shape).parameters()))
        .noneMatch(JsonRawSchema.class::isInstance)
        .noneMatch(JsonReferenceSchema.class::isInstance)
        .allMatch(part -> !(part instanceof JsonArraySchema array) || array.items() != null)
        .allMatch(part -> !(part instanceof JsonObjectSchema o) || o.definitions().isEmpty())
        .allMatch(
            part ->
                !(part instanceof JsonObjectSchema object)
                    || object.properties().keySet().containsAll(object.required()));
  }

  @ParameterizedTest
  @MethodSource("offered")
  void reportEverySchemaLoss(Shape shape) {
    ToolSpecification specification = sent(shape);
    SentTool sent =
        new SentTool(
            specification.description(),
            JsonObject.of(Json.read(specification.toJson())).map("parameters"));

    Set<String> untold = Statements.of(shape.schema()).without(Statements.of(sent));

    SchemaReport report = REPORTS.get(shape.toolName());
    if (report == null) {
      assertThat(untold).as(specification.toJson()).isEmpty();
    } else {
      assertThat(report.losses())
          .allMatch(
              loss ->
                  loss.place().startsWith("#/") || loss.description().startsWith("is recursive"));
    }
  }

  private static ToolSpecification sent(Shape shape) {
    return SENT.get(shape.modelName());
  }

  private static List<JsonSchemaElement> parts(JsonSchemaElement schema) {
    List<JsonSchemaElement> parts = new ArrayList<>(List.of(schema));
    inside(schema).filter(Objects::nonNull).forEach(part -> parts.addAll(parts(part)));
    return parts;
  }

  private static Stream<JsonSchemaElement> inside(JsonSchemaElement schema) {
    if (schema instanceof JsonObjectSchema object) {
      return object.properties().values().stream();
    }
    if (schema instanceof JsonArraySchema array) {
      return Stream.of(array.items());
    }
    return schema instanceof JsonAnyOfSchema any ? any.anyOf().stream() : Stream.empty();
  }
}
