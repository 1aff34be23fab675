package io.mcpbridge.spring.boot;

import static dev.langchain4j.agent.tool.ReturnBehavior.IMMEDIATE;
import static dev.langchain4j.agent.tool.ReturnBehavior.IMMEDIATE_IF_LAST;
import static dev.langchain4j.agent.tool.ReturnBehavior.TO_LLM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.SearchBehavior;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.langchain4j.McpToolException;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** The properties that control LangChain4j's tools. */
class LangChain4jPropertiesTest {

  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"at": {"$ref": "#/$defs/place"}},
       "$defs": {"place": {"type": "object", "properties": {"city": {"type": "string"}}}}}\
      """;

  /** The signature and first bytes of a PNG. */
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};

  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void offer() {
    server.tool("forecast").inputSchema(SCHEMA).returns(FakeResult.error("Too hot"));
    server.tool("map").returns(FakeResult.image(PNG, "image/png"));
    server.tool("render_page");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void defaultsEqualBuilderDefaults() {
    run(
        application(),
        tools -> {
          assertThat(tools.isDynamic()).isFalse();
          assertThat(tool(tools, "forecast", ModelProvider.OPEN_AI).toolSpecification().strict())
              .isNotEqualTo(true);
          assertThat(tool(tools, "render_page", ModelProvider.OPEN_AI).returnBehavior())
              .isEqualTo(TO_LLM);
          assertThat(call(tools, "forecast", ModelProvider.OPEN_AI).isError()).isTrue();
          assertThat(call(tools, "map", ModelProvider.ANTHROPIC).resultContents())
              .hasAtLeastOneElementOfType(ImageContent.class);
        });
  }

  @Test
  void bindsReturnBehavior() {
    run(
        application("return-direct=render_*"),
        tools -> {
          assertThat(tool(tools, "render_page", null).returnBehavior()).isEqualTo(IMMEDIATE);
          assertThat(tool(tools, "forecast", null).returnBehavior()).isEqualTo(TO_LLM);
        });
  }

  @Test
  void customizerSetsWhatHasNoProperty() {
    run(
        customized(
            tools ->
                tools
                    .returnBehavior(IMMEDIATE_IF_LAST, ToolPattern.named("map"))
                    .alwaysVisible("map", "render_*")
                    .dynamic(true),
            "return-direct=render_*"),
        tools -> {
          assertThat(tools.isDynamic()).isTrue();
          assertThat(tool(tools, "render_page", null).returnBehavior()).isEqualTo(IMMEDIATE);
          assertThat(tool(tools, "map", null).returnBehavior()).isEqualTo(IMMEDIATE_IF_LAST);
          assertThat(tool(tools, "forecast", null).returnBehavior()).isEqualTo(TO_LLM);
          assertThat(tool(tools, "map", null).toolSpecification().metadata())
              .containsEntry(
                  ToolSpecification.METADATA_SEARCH_BEHAVIOR, SearchBehavior.ALWAYS_VISIBLE);
          assertThat(tool(tools, "forecast", null).toolSpecification().metadata())
              .doesNotContainKey(ToolSpecification.METADATA_SEARCH_BEHAVIOR);
        });
  }

  @Test
  void imagesForSelectsModels() {
    run(
        customized(tools -> tools.imagesFor(ModelProvider.OPEN_AI)),
        tools -> {
          assertThat(call(tools, "map", ModelProvider.OPEN_AI).resultContents())
              .hasAtLeastOneElementOfType(ImageContent.class);
          assertThat(call(tools, "map", ModelProvider.ANTHROPIC).resultText()).contains("image");
        });
    run(
        customized(McpToolProviderBuilder::imagesFor),
        tools ->
            assertThat(call(tools, "map", ModelProvider.ANTHROPIC).resultText()).contains("image"));
  }

  @Test
  void bindsSchemaProfilesForAllAndPerProvider() {
    run(
        customized(tools -> tools.schemaProfile(ModelProvider.OPEN_AI, SchemaProfile.OPENAI_STRICT))
            .withPropertyValues("mcp.client.schema-profile=inlined"),
        tools -> {
          assertThat(schema(tools, ModelProvider.ANTHROPIC)).doesNotContain("$defs");
          assertThat(tool(tools, "forecast", ModelProvider.OPEN_AI).toolSpecification().strict())
              .isTrue();
        });
    run(
        application().withPropertyValues("mcp.client.schema-profile=verbatim"),
        tools -> assertThat(schema(tools, ModelProvider.OLLAMA)).contains("$defs"));
  }

  @Test
  void throwsToolErrorsIfConfigured() {
    run(
        customized(McpToolProviderBuilder::throwErrors),
        tools ->
            assertThatThrownBy(() -> call(tools, "forecast", ModelProvider.OPEN_AI))
                .isInstanceOf(McpToolException.class)
                .hasMessage("Too hot"));
  }

  @Test
  void propertiesApplyToToolsOfOneAgent() {
    run(
        customized(tools -> tools.imagesFor().throwErrors(), "return-direct=map")
            .withPropertyValues("mcp.client.schema-profile=inlined"),
        all -> {
          McpToolProvider tools =
              all.forTools(all.catalog().view(tool -> !tool.name().equals("render_page")));
          assertThat(tools.provideTools(request(context(null))).aiServiceTools()).hasSize(2);
          assertThat(tool(tools, "map", null).returnBehavior()).isEqualTo(IMMEDIATE);
          assertThat(call(tools, "map", ModelProvider.ANTHROPIC).resultText()).contains("image");
          assertThat(schema(tools, ModelProvider.ANTHROPIC)).doesNotContain("$defs");
          assertThatThrownBy(() -> call(tools, "forecast", ModelProvider.OPEN_AI))
              .isInstanceOf(McpToolException.class);
        });
    run(
        application().withUserConfiguration(OnlyTheMap.class),
        all ->
            assertThatThrownBy(() -> all.forTools(all.catalog()))
                .hasMessageContaining("toolsPerInvocation"));
  }

  @Test
  void customizersOverridePropertiesInOrder() {
    run(
        application("return-direct=map").withUserConfiguration(OnlyTheMap.class),
        tools -> {
          assertThat(tools.isDynamic()).isFalse();
          assertThat(tools.provideTools(request(context(null))).aiServiceTools())
              .singleElement()
              .satisfies(tool -> assertThat(tool.toolSpecification().name()).isEqualTo("s__map"));
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class OnlyTheMap {

    @Bean
    @Order(2)
    McpToolProviderCustomizer last() {
      return tools -> tools.dynamic(false);
    }

    @Bean
    @Order(1)
    McpToolProviderCustomizer onlyTheMap(@McpTools(include = "map") ToolView map) {
      return tools -> tools.dynamic(true).toolsPerInvocation(context -> map);
    }
  }

  @Test
  void rejectsEmptyName() {
    application("return-direct[0]=")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("name pattern"));
  }

  private ApplicationContextRunner application(String... properties) {
    ApplicationContextRunner application =
        CatalogApplication.application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(McpLangChain4jAutoConfiguration.class));
    for (String property : properties) {
      application = application.withPropertyValues("mcp.client.langchain4j." + property);
    }
    return application;
  }

  private ApplicationContextRunner customized(
      McpToolProviderCustomizer customizer, String... properties) {
    return application(properties).withBean(McpToolProviderCustomizer.class, () -> customizer);
  }

  private static void run(ApplicationContextRunner application, Consumer<McpToolProvider> check) {
    application.run(
        context -> {
          McpToolProvider tools = context.getBean(McpToolProvider.class);
          assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
          check.accept(tools);
        });
  }

  private static AiServiceTool tool(McpToolProvider tools, String name, ModelProvider model) {
    return tools.provideTools(request(context(model))).aiServiceTools().stream()
        .filter(tool -> tool.toolSpecification().name().equals("s__" + name))
        .findFirst()
        .orElseThrow();
  }

  private static String schema(McpToolProvider tools, ModelProvider model) {
    return tool(tools, "forecast", model).toolSpecification().toJson();
  }

  private static ToolExecutionResult call(McpToolProvider tools, String name, ModelProvider model) {
    return tool(tools, name, model)
        .toolExecutor()
        .executeWithContext(
            ToolExecutionRequest.builder().name("s__" + name).arguments("{}").build(),
            context(model));
  }

  private static ToolProviderRequest request(InvocationContext context) {
    return ToolProviderRequest.builder()
        .invocationContext(context)
        .userMessage(UserMessage.from("Go"))
        .build();
  }

  private static InvocationContext context(ModelProvider model) {
    return InvocationContext.builder()
        .modelProvider(model)
        .invocationParameters(new InvocationParameters())
        .build();
  }
}
