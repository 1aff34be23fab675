package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.schema.SchemaLoss;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The schema profile of a model, and the reports about it. */
class SchemaProfileTest {

  private static final String TREE =
      """
      {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "required": ["root"],
       "$defs": {"Node": {"type": "object", "properties": {
         "name": {"type": "string"},
         "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}}}
      """;

  private static final String NAMED =
      """
      {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}},
       "required": ["name"], "additionalProperties": false}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog(ToolOfferLog.class);
  private McpToolProvider tools;

  @BeforeEach
  void schemas() {
    server.tool("tree").description("Draws a tree.").inputSchema(TREE);
    server.tool("named").description("Names it.").inputSchema(NAMED);
  }

  @AfterEach
  void close() {
    log.close();
    tools.close();
    server.close();
  }

  @Test
  void usesDefaultProfileOfModelProvider() {
    connect(McpToolProvider.builder());

    assertThat(sentTo(ModelProvider.OPEN_AI, "tree").parameters().definitions()).hasSize(1);
    assertThat(sentTo(ModelProvider.ANTHROPIC, "tree").parameters().definitions()).hasSize(1);
    for (ModelProvider provider :
        List.of(
            ModelProvider.OLLAMA,
            ModelProvider.MISTRAL_AI,
            ModelProvider.AMAZON_BEDROCK,
            ModelProvider.GOOGLE_AI_GEMINI,
            ModelProvider.GOOGLE_GENAI,
            ModelProvider.OTHER)) {
      ToolSpecification tree = sentTo(provider, "tree");
      assertThat(tree.parameters().definitions()).isEmpty();
      assertThat(tree.toString()).contains("children").doesNotContain("$ref");
    }
  }

  @Test
  void usesConfiguredProfile() {
    connect(
        McpToolProvider.builder()
            .schemaProfile(SchemaProfile.INLINED)
            .schemaProfile(ModelProvider.OLLAMA, SchemaProfile.VERBATIM));

    assertThat(sentTo(ModelProvider.OPEN_AI, "tree").parameters().definitions()).isEmpty();
    assertThat(sentTo(ModelProvider.OLLAMA, "tree").parameters().definitions()).hasSize(1);
  }

  @Test
  void modelsOfSameProfileShareSpecifications() {
    connect(McpToolProvider.builder());

    assertThat(sentTo(ModelProvider.OLLAMA, "tree"))
        .isSameAs(sentTo(ModelProvider.MISTRAL_AI, "tree"))
        .isNotSameAs(sentTo(ModelProvider.OPEN_AI, "tree"));
  }

  @Test
  void reportsLossesOnce() {
    connect(McpToolProvider.builder());
    for (int i = 0; i < 3; i++) {
      sentTo(ModelProvider.OPEN_AI, "tree");
      sentTo(ModelProvider.OLLAMA, "tree");
    }

    SchemaLoss loss = new SchemaLoss("#/$defs/Node", "is recursive; expanded 2 levels deep");
    assertThat(tools.schemaReports())
        .containsExactly(new SchemaReport("s", "tree", SchemaProfile.INLINED, null, List.of(loss)));
    assertThat(log.lines())
        .containsExactly(
            "WARN The tool \"tree\" of the MCP server \"s\" is offered with a reduced input"
                + " schema, in the form INLINED: "
                + loss);
  }

  @Test
  void strictModeOnlyForEligibleTools() {
    server.tool("open").inputSchema("{\"type\": \"object\", \"additionalProperties\": true}");
    connect(
        McpToolProvider.builder()
            .schemaProfile(ModelProvider.OPEN_AI, SchemaProfile.OPENAI_STRICT));

    ToolSpecification named = sentTo(ModelProvider.OPEN_AI, "named");
    assertThat(named.strict()).isTrue();
    assertThat(named.parameters().required()).containsExactly("name", "size");
    assertThat(named.parameters().properties().get("size").toString())
        .contains("\"type\":[\"integer\",\"null\"]");
    assertThat(sentTo(ModelProvider.OPEN_AI, "tree").strict()).isTrue();
    assertThat(sentTo(ModelProvider.OPEN_AI, "open").strict()).isFalse();
    assertThat(tools.schemaReports())
        .containsExactly(
            new SchemaReport(
                "s",
                "open",
                SchemaProfile.OPENAI_STRICT,
                null,
                List.of(
                    new SchemaLoss(
                        "#", "prevents strict mode: its object may have undeclared members"))));
  }

  @Test
  void reportsToolWithUnusableSchemaAndOffersOthers() {
    server.tool("text").inputSchema("{\"type\": \"string\"}");
    connect(McpToolProvider.builder());

    sentTo(ModelProvider.OPEN_AI, "named");
    assertThat(tools.schemaReports())
        .containsExactly(
            new SchemaReport(
                "s",
                "text",
                SchemaProfile.VERBATIM,
                "its inputSchema has the type \"string\", but arguments are an object",
                List.of()));
  }

  private void connect(McpToolProviderBuilder builder) {
    tools = builder.server("s", server.transport()).build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolSpecification sentTo(ModelProvider provider, String tool) {
    List<ToolSpecification> sent = new ArrayList<>();
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            sent.addAll(request.toolSpecifications());
            return ChatResponse.builder().aiMessage(AiMessage.from("Nothing to do.")).build();
          }

          @Override
          public ModelProvider provider() {
            return provider;
          }
        };
    AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build().chat("Hello");
    return sent.stream().filter(s -> s.name().equals("s__" + tool)).findFirst().orElseThrow();
  }
}
