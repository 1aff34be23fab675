package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Each property below {@code mcp.client.spring-ai} has its documented effect. */
class SpringAiPropertiesTest {

  private static ApplicationContextRunner chat(String... properties) {
    return application(properties)
        .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class));
  }

  @Test
  void returnDirect() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("report");
      server.tool("other");
      chat("servers.s.url=" + server.url(), "spring-ai.return-direct=s__rep*")
          .run(
              context -> {
                context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
                assertThat(context.getBean(McpToolCallbackProvider.class).getToolCallbacks())
                    .extracting(tool -> tool.getToolMetadata().returnDirect())
                    .containsExactly(true, false);
              });
    }
  }

  private static final String TREE =
      """
      {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}},
       "$defs": {"Node": {"type": ["string", "null"]}}}
      """;

  @Test
  void schemaProfileDependsOnChatModel() {
    assertSchema(
        chat().withBean(OpenAiChatModel.class, SpringAiPropertiesTest::failOnCreation, lazy()),
        tree -> assertThat(tree).contains("$ref"));
    assertSchema(
        chat().withBean(GoogleGenAiChatModel.class),
        tree -> assertThat(tree).contains("\"anyOf\":[{\"type\":\"string\"}"));
    assertSchema(
        chat(), tree -> assertThat(tree).doesNotContain("$ref").contains("[\"string\",\"null\"]"));
  }

  @Test
  void primaryChatModelDeterminesSchemaProfile() {
    ApplicationContextRunner two =
        chat()
            .withBean(OpenAiChatModel.class, SpringAiPropertiesTest::failOnCreation, lazy())
            .withBean("a", GoogleGenAiChatModel.class)
            .withBean("b", GoogleGenAiChatModel.class);
    assertSchema(two, tree -> assertThat(tree).doesNotContain("$ref", "anyOf"));
    assertSchema(
        two.withBean(
            "c",
            GoogleGenAiChatModel.class,
            GoogleGenAiChatModel::new,
            definition -> definition.setPrimary(true)),
        tree -> assertThat(tree).contains("anyOf"));
  }

  @Test
  void bindsSchemaProfile() {
    assertSchema(
        chat("schema-profile=inlined")
            .withBean(OpenAiChatModel.class, SpringAiPropertiesTest::failOnCreation, lazy()),
        tree -> assertThat(tree).doesNotContain("$ref"));
    assertSchema(
        chat("schema-profile=auto")
            .withBean(OpenAiChatModel.class, SpringAiPropertiesTest::failOnCreation, lazy()),
        tree -> assertThat(tree).contains("$ref"));
    assertThat(McpClientProperties.SchemaForm.values())
        .extracting(McpClientProperties.SchemaForm::profile)
        .filteredOn(Objects::nonNull)
        .containsExactlyInAnyOrder(SchemaProfile.values());
  }

  /** The model bean must not be created to determine its class. */
  private static BeanDefinitionCustomizer lazy() {
    return definition -> definition.setLazyInit(true);
  }

  private static OpenAiChatModel failOnCreation() {
    throw new AssertionError("the model was made");
  }

  private static void assertSchema(ApplicationContextRunner application, Consumer<String> schema) {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("tree").inputSchema(TREE);
      application
          .withPropertyValues("mcp.client.servers.s.url=" + server.url())
          .run(
              context -> {
                context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
                ToolCallback[] tools =
                    context.getBean(McpToolCallbackProvider.class).getToolCallbacks();
                schema.accept(tools[0].getToolDefinition().inputSchema());
              });
    }
  }

  @Test
  void serverPropertiesApplyToPerUserServers() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("drop");
      server.tool("ping").returns("pong");
      chat(
              "servers.s.url=" + server.url(),
              "servers.s.per-user=true",
              "servers.s.tool-context-meta=tenant",
              "servers.s.approval.deny=drop",
              "spring-ai.return-direct=s__ping")
          .withBean(ThreadContextProvider.class, () -> () -> new AdaSnapshot())
          .run(
              context -> {
                ToolContext values = new ToolContext(Map.of("tenant", "acme", "other", "x"));
                ToolCallback[] tools =
                    context.getBean(McpToolCallbackProvider.class).getToolCallbacks();
                assertThat(tools)
                    .extracting(tool -> tool.getToolMetadata().returnDirect())
                    .containsExactly(false, true);
                assertThatThrownBy(() -> tools[0].call("{}", values))
                    .isInstanceOf(ToolExecutionException.class);
                assertThat(tools[1].call("{}", values)).isEqualTo("pong");

                assertThat(server.received("tools/call")).hasSize(1);
                JsonObject meta = server.received("tools/call").get(0).meta();
                assertThat(meta.get("tenant")).isEqualTo("acme");
                assertThat(meta.has("other")).isFalse();
              });
    }
  }

  /** A captured context in which Ada is always signed in. */
  private static final class AdaSnapshot implements ThreadContextProvider.ContextSnapshot {

    @Override
    public Object user() {
      return "Ada";
    }

    @Override
    public <T> T call(Supplier<T> call) {
      return call.get();
    }
  }

  @Test
  void toolContextMeta() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("ping").returns("pong");
      String url = server.url();
      chat(
              "servers.s.url=" + url,
              "servers.s.tool-context-meta=tenant,limits,no",
              "servers.t.url=" + url)
          .run(
              context -> {
                context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
                ToolContext all =
                    new ToolContext(
                        Map.of(
                            "tenant",
                            new StringBuilder("acme"),
                            "limits",
                            List.of(1, true),
                            "password",
                            "geheim"));
                for (ToolCallback tool :
                    context.getBean(McpToolCallbackProvider.class).getToolCallbacks()) {
                  assertThat(tool.call("{}", all)).isEqualTo("pong");
                }

                JsonObject listed = server.received("tools/call").get(0).params();
                assertThat(listed.object("_meta").get("tenant")).isEqualTo("acme");
                assertThat(listed.object("_meta").list("limits")).containsExactly(1, true);
                assertThat(listed.object("_meta").has("no")).isFalse();
                assertThat(listed.toJson()).doesNotContain("geheim", "password");
                assertThat(server.received("tools/call").get(1).params().toJson())
                    .doesNotContain("acme");
              });
    }
  }

  @Test
  void answerUnknownTools() {
    tools()
        .run(
            context ->
                assertThat(resultText(context, "s.ping")).startsWith("There is no tool named"));
  }

  /** Spring AI also resolves tools by name: always before 2.0.1, since then with this property. */
  @Test
  void keepsSpringAiNameResolution() {
    tools("spring.ai.tools.resolution.fallback.enabled=true")
        .withBean(ToolCallbackResolver.class, () -> name -> name.equals("own") ? OWN : null)
        .run(
            context -> {
              assertThat(resultText(context, "own")).isEqualTo("mine");
              assertThat(resultText(context, "other")).startsWith("There is no tool named");
            });
  }

  /** A chat memory within the tool loop keeps only the last message, not the tool results. */
  @Test
  void imagesAreOptIn() {
    assertThat(drawn(tools().withBean(GoogleGenAiChatModel.class)))
        .satisfiesExactly(
            answer -> assertThat(answer).isInstanceOf(AssistantMessage.class),
            result -> assertThat(result).isInstanceOf(ToolResponseMessage.class));
    assertThat(drawn(tools(IMAGES_FOR_GEMINI).withBean(GoogleGenAiChatModel.class)))
        .hasSize(3)
        .last()
        .isInstanceOf(UserMessage.class);
  }

  /** Options that name no model may be those of any of them, not only of the preferred one. */
  @Test
  void severalModelsGetNoImagesUnlessOptionsNameModel() {
    assertThat(
            drawn(
                tools(IMAGES_FOR_GEMINI)
                    .withBean(OpenAiChatModel.class, SpringAiPropertiesTest::failOnCreation, lazy())
                    .withBean(
                        "preferred",
                        GoogleGenAiChatModel.class,
                        GoogleGenAiChatModel::new,
                        definition -> definition.setPrimary(true))))
        .hasSize(2);
  }

  private static final String IMAGES_FOR_GEMINI = "mcp.client.spring-ai.images-for=google-genai";

  /** The messages after a call of a tool that returns an image. The options name no model. */
  private static List<Message> drawn(ApplicationContextRunner application) {
    List<Message> messages = new ArrayList<>();
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("draw").returns(FakeResult.text("Done").andImage(PNG, "image/png"));
      application
          .withPropertyValues("mcp.client.servers.s.url=" + server.url())
          .run(
              context -> {
                context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
                ToolCallingChatOptions options =
                    ToolCallingChatOptions.builder()
                        .toolCallbacks(
                            context.getBean(McpToolCallbackProvider.class).getToolCallbacks())
                        .build();
                messages.addAll(call(context, "s__draw", options));
              });
    }
    return messages;
  }

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};

  @Test
  void keepsToolCallingManagerOfApplication() {
    ToolCallingManager applicationManager = ToolCallingManager.builder().build();
    tools()
        .withBean("own", ToolCallingManager.class, () -> applicationManager)
        .run(
            context ->
                assertThat(context.getBean(ToolCallingManager.class)).isSameAs(applicationManager));
  }

  private static ApplicationContextRunner tools(String... properties) {
    return chat()
        .withConfiguration(AutoConfigurations.of(ToolCallingAutoConfiguration.class))
        .withPropertyValues(properties);
  }

  /** Calls a tool on behalf of a model without tools. */
  private static String resultText(ApplicationContext context, String name) {
    List<Message> messages = call(context, name, ToolCallingChatOptions.builder().build());
    return ((ToolResponseMessage) messages.get(1)).getResponses().get(0).responseData();
  }

  private static List<Message> call(
      ApplicationContext context, String name, ToolCallingChatOptions options) {
    AssistantMessage answer =
        AssistantMessage.builder()
            .content("")
            .toolCalls(List.of(new AssistantMessage.ToolCall("c", "function", name, "{}")))
            .build();
    return context
        .getBean(ToolCallingManager.class)
        .executeToolCalls(
            new Prompt(List.of(), options), new ChatResponse(List.of(new Generation(answer))))
        .conversationHistory();
  }

  private static final ToolCallback OWN =
      new ToolCallback() {
        @Override
        public ToolDefinition getToolDefinition() {
          return ToolDefinition.builder().name("own").description("Own").inputSchema("{}").build();
        }

        @Override
        public String call(String input) {
          return "mine";
        }
      };
}
