package io.mcpbridge.verification.schemas;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.mcp.client.OwnConverter;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaLoss;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.api.OpenAiApi;

/** Calls each model once with the tools of all shapes, and inspects the request. */
final class Columns {

  private static final String DESCRIPTION = "Does it.";
  private static final ToolSearch ALL_TOOLS = ToolSearch.builder().mode(ToolSearchMode.OFF).build();

  private Columns() {}

  static List<Column> of(List<Shape> shapes) {
    List<Column> columns = new ArrayList<>();
    try (FakeMcpServer server = FakeMcpServer.create()) {
      shapes.forEach(
          shape ->
              server
                  .tool(shape.toolName())
                  .description(DESCRIPTION)
                  .inputSchema(Json.write(shape.schema())));
      columns.add(bridge("OpenAI", Api.OPEN_AI, McpToolProvider.builder(), server, shapes));
      columns.add(
          bridge(
              "OpenAI, strict",
              Api.OPEN_AI,
              McpToolProvider.builder()
                  .schemaProfile(ModelProvider.OPEN_AI, SchemaProfile.OPENAI_STRICT),
              server,
              shapes));
      columns.add(bridge("Anthropic", Api.ANTHROPIC, McpToolProvider.builder(), server, shapes));
      columns.add(bridge("Gemini", Api.GEMINI, McpToolProvider.builder(), server, shapes));
      columns.add(bridge("Ollama", Api.OLLAMA, McpToolProvider.builder(), server, shapes));
      columns.add(bridge("Mistral", Api.MISTRAL, McpToolProvider.builder(), server, shapes));
      columns.add(springAi(server, shapes));
    }
    columns.add(ownClient(shapes));
    return columns;
  }

  private static Column bridge(
      String title,
      Api api,
      McpToolProviderBuilder builder,
      FakeMcpServer server,
      List<Shape> shapes) {
    try (McpToolProvider tools =
        builder.toolSearch(ALL_TOOLS).server("s", server.transport()).build()) {
      if (!tools.awaitReady(Duration.ofSeconds(60))) {
        throw new AssertionError("no tools");
      }
      Map<String, SentTool> sent =
          api.sent(
              model ->
                  AiServices.builder(Assistant.class)
                      .chatModel(model)
                      .toolProvider(tools)
                      .build()
                      .chat("Hello"));
      return column(title, shapes, sent, tools.schemaReports());
    }
  }

  /** OpenAI's API once more, through Spring AI. */
  private static Column springAi(FakeMcpServer server, List<Shape> shapes) {
    try (ToolCatalog catalog = ToolCatalog.builder().server("s", server.transport()).build()) {
      if (!catalog.awaitReady(Duration.ofSeconds(60))) {
        throw new AssertionError("no tools");
      }
      McpToolCallbackProvider tools =
          McpToolCallbackProvider.builder()
              .tools(catalog)
              .chatModelType(() -> org.springframework.ai.openai.OpenAiChatModel.class)
              .toolSearch(ALL_TOOLS)
              .build();
      Map<String, SentTool> sent =
          Api.OPEN_AI.sentTo(
              url ->
                  ChatClient.create(
                          org.springframework.ai.openai.OpenAiChatModel.builder()
                              .openAiApi(OpenAiApi.builder().baseUrl(url).apiKey("none").build())
                              .build())
                      .prompt("Hello")
                      .toolCallbacks(tools)
                      .call()
                      .content());
      return column("Spring AI, OpenAI", shapes, sent, tools.schemaReports());
    }
  }

  private static Column column(
      String title, List<Shape> shapes, Map<String, SentTool> sent, List<SchemaReport> reported) {
    Map<String, SchemaReport> reports =
        reported.stream().collect(Collectors.toMap(SchemaReport::tool, report -> report));
    Map<String, Cell> cells = new LinkedHashMap<>();
    shapes.forEach(
        shape ->
            cells.put(
                shape.name(),
                bridge(shape, sent.get(shape.modelName()), reports.get(shape.toolName()))));
    return new Column(title, cells);
  }

  private static Cell bridge(Shape shape, SentTool sent, SchemaReport report) {
    if (sent == null) {
      String reason = report == null ? null : report.leftOut();
      return new Cell("left out: " + reason, null, reason == null ? "the tool" : "");
    }
    Statements expected = Statements.of(shape.schema());
    Set<String> missing = expected.without(Statements.of(sent));
    if (report != null) {
      String losses =
          report.losses().stream().map(SchemaLoss::toString).collect(Collectors.joining("; "));
      return new Cell("adapted: " + losses, sent, "");
    }
    Set<String> inWords = expected.without(Statements.ofSent(sent.parameters()));
    return new Cell(
        inWords.isEmpty() ? "whole" : "whole, in words: " + Statements.keywords(inWords),
        sent,
        String.join(", ", missing));
  }

  /**
   * LangChain4j's own client loses the complete list for some shapes, so each tool has its own
   * list.
   */
  private static Column ownClient(List<Shape> shapes) {
    Map<String, Cell> cells = new LinkedHashMap<>();
    Map<String, ToolSpecification> converted = new LinkedHashMap<>();
    for (Shape shape : shapes) {
      Map<String, Object> tool =
          Map.of(
              "name", shape.modelName(), "description", DESCRIPTION, "inputSchema", shape.schema());
      try {
        converted.put(shape.name(), OwnConverter.convert(Json.write(tool)));
      } catch (RuntimeException e) {
        cells.put(
            shape.name(),
            new Cell("the whole list is lost: " + e.getClass().getSimpleName(), null, ""));
      }
    }
    Map<String, SentTool> sent =
        Api.OPEN_AI.sent(
            model ->
                model.chat(
                    ChatRequest.builder()
                        .messages(UserMessage.from("Hello"))
                        .toolSpecifications(List.copyOf(converted.values()))
                        .build()));
    for (Shape shape : shapes) {
      cells.computeIfAbsent(shape.name(), name -> ownClient(shape, sent.get(shape.modelName())));
    }
    return new Column("LangChain4j's own client", cells);
  }

  private static Cell ownClient(Shape shape, SentTool sent) {
    Statements expected = Statements.of(shape.schema());
    Statements arrived = Statements.ofSent(sent.parameters());
    Set<String> missing = expected.without(arrived);
    if (!missing.isEmpty()) {
      return new Cell("lost: " + Statements.keywords(missing), sent, "");
    }
    return new Cell(
        Objects.equals(Plain.form(shape.schema()), Plain.form(sent.parameters()))
            ? "whole"
            : "says something else",
        sent,
        "");
  }

  /** The kind of AI service that applications declare. */
  interface Assistant {
    String chat(String message);
  }
}
