package io.mcpbridge.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolPinStore;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.boot.internal.catalog.McpClientLifecycle;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans are defined, and when none are. */
@ExtendWith(OutputCaptureExtension.class)
class McpClientAutoConfigurationTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class,
                  McpLangChain4jAutoConfiguration.class,
                  McpSpringAiAutoConfiguration.class));

  @Test
  void registersOneBeanPerFramework() {
    runner.run(
        context -> {
          assertThat(context).hasSingleBean(ToolCatalog.class);
          assertThat(context.getBeanNamesForType(ToolProvider.class))
              .containsExactly("mcpToolProvider");
          assertThat(context.getBeanNamesForType(ToolCallbackProvider.class))
              .containsExactly("mcpToolCallbackProvider");
          assertThat(context.getBean(McpToolCallbackProvider.class).getToolCallbacks()).isEmpty();
        });
  }

  @Test
  void createsCatalogOnFirstUseIfNothingIsConfigured() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("list");
      runner
          .withConfiguration(AutoConfigurations.of(McpReloadAutoConfiguration.class))
          .run(
              context -> {
                McpToolCallbackProvider provider = context.getBean(McpToolCallbackProvider.class);
                McpToolProvider langChain4j = context.getBean(McpToolProvider.class);
                assertThat(provider.getToolCallbacks()).isEmpty();
                assertThat(langChain4j.provideTools(null).aiServiceTools()).isEmpty();
                context.publishEvent(new EnvironmentChangeEvent(Set.of("any")));
                assertThat(catalogIsCreated(context)).isFalse();

                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                catalog.add("files", server.transport(), ServerOptions.defaults());

                assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
                assertThat(provider.getToolCallbacks())
                    .extracting(tool -> tool.getToolDefinition().name())
                    .containsExactly("files__list");
                assertThat(provider.catalog()).isSameAs(catalog);
                assertThat(langChain4j.provideTools(null).aiServiceTools())
                    .extracting(AiServiceTool::name)
                    .containsExactly("files__list");
                assertThat(langChain4j.catalog()).isSameAs(catalog);
              });
    }
  }

  @Test
  void createsCatalogAtStartIfAnythingIsConfigured() {
    ApplicationContextRunner springAi =
        runner.withClassLoader(new FilteredClassLoader("dev.langchain4j"));
    springAi
        .withPropertyValues("mcp.client.guards.max-consecutive-failures=3")
        .run(context -> assertThat(catalogIsCreated(context)).isTrue());
    springAi
        .withBean(ToolCatalogCustomizer.class, () -> catalog -> {})
        .run(context -> assertThat(catalogIsCreated(context)).isTrue());
    new ApplicationContextRunner()
        .withBean(ToolCatalogCustomizer.class, () -> catalog -> {})
        .run(
            parent ->
                springAi
                    .withParent(parent)
                    .run(context -> assertThat(catalogIsCreated(context)).isTrue()));
    springAi
        .withPropertyValues("mcp.client.guards.max-consecutive-failures=-1")
        .run(context -> assertThat(context).hasFailed());
  }

  private static boolean catalogIsCreated(ConfigurableApplicationContext context) {
    return context.getBeanFactory().containsSingleton("mcpToolCatalog");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dev.langchain4j,org.springframework.ai           | Add io.mcpbridge:mcp-langchain4j-starter for LangChain4j, or io.mcpbridge:mcp-spring-ai-starter
          dev.langchain4j,io.mcpbridge.spring.ai           | Add io.mcpbridge:mcp-spring-ai; or
          io.mcpbridge.langchain4j,org.springframework.ai  | Add io.mcpbridge:mcp-langchain4j; or
          io.mcpbridge.langchain4j,io.mcpbridge.spring.ai  | Add io.mcpbridge:mcp-spring-ai; or
          """)
  void warnsOnceWithoutFrameworkAndItsAdapter(
      String missing, String expected, CapturedOutput output) {
    runner
        .withPropertyValues("mcp.client.servers.weather.url=http://127.0.0.1:1/mcp")
        .withClassLoader(new FilteredClassLoader(missing.split(",")))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ToolCatalog.class));

    assertThat(output)
        .containsOnlyOnce("No model receives the tools of the MCP servers")
        .contains(expected, "ToolCatalog");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev.langchain4j", "io.mcpbridge.langchain4j"})
  void doesNotWarnWithSpringAi(String missing, CapturedOutput output) {
    runner
        .withClassLoader(new FilteredClassLoader(missing))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(ToolCallbackProvider.class)
                    .doesNotHaveBean(ToolProvider.class));

    assertThat(output).doesNotContain("No model receives");
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.springframework.ai", "io.mcpbridge.spring.ai"})
  void doesNotWarnWithLangChain4j(String missing, CapturedOutput output) {
    runner
        .withPropertyValues("mcp.client.spring-ai.images-for=openai")
        .withClassLoader(new FilteredClassLoader(missing))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(ToolProvider.class)
                    .doesNotHaveBean(ToolCallbackProvider.class));

    assertThat(output).doesNotContain("No model receives", "Unknown properties");
  }

  @Test
  void configuresEnabledServersInOrder() {
    runner
        .withPropertyValues(
            "mcp.client.servers.zebra.url=http://127.0.0.1:1/mcp",
            "mcp.client.servers.off.enabled=false",
            "mcp.client.servers.aardvark.command=no-such-command")
        .run(
            context ->
                assertThat(context.getBean(ToolCatalog.class).servers())
                    .extracting(ServerStatus::name)
                    .containsExactly("zebra", "aardvark"));
  }

  @Test
  void usesInputHandlersBean() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("ask")
          .handler(
              call ->
                  call.inputResponses().has("it")
                      ? FakeResult.text(call.inputResponses().toJson())
                      : FakeResult.inputRequired("{\"it\": {\"method\": \"roots/list\"}}", null));
      runner
          .withPropertyValues("mcp.client.servers.fake.url=" + server.url())
          .withBean(
              InputHandlers.class,
              () ->
                  InputHandlers.builder()
                      .listRoots(
                          (request, inputContext) -> {
                            assertThat(inputContext.server()).isEqualTo("fake");
                            return new ListRootsResult(List.of());
                          })
                      .build())
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                catalog.awaitReady(Duration.ofSeconds(60));

                assertThat(catalog.call("fake__ask", "{}", CallOptions.defaults()).text())
                    .contains("{\"it\":{\"roots\":[]}}");
              });
    }
  }

  @Test
  void usesApprovalPolicyBean() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("purge");
      runner
          .withPropertyValues("mcp.client.servers.fake.url=" + server.url())
          .withBean(ApprovalPolicy.class, () -> ApprovalPolicy.builder().deny("purge").build())
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                catalog.awaitReady(Duration.ofSeconds(60));

                assertThat(catalog.call("fake__purge", "{}", CallOptions.defaults()).text())
                    .contains("did not run");
                assertThat(server.received("tools/call")).isEmpty();
              });
    }
  }

  @Test
  void appliesCustomizersAndListenersToCatalog() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast");
      List<String> seen = new CopyOnWriteArrayList<>();
      CountDownLatch connected = new CountDownLatch(1);
      runner
          .withBean(
              ToolCatalogCustomizer.class,
              () ->
                  catalog ->
                      catalog
                          .server("added", server.transport())
                          .addCallInterceptor(
                              chain -> {
                                seen.add(chain.request().method());
                                return chain.proceed(chain.request());
                              }))
          .withBean(
              CatalogListener.class,
              () ->
                  new CatalogListener() {
                    @Override
                    public void connected(String name, ServerInfo info) {
                      seen.add(name);
                      connected.countDown();
                    }
                  })
          .run(
              context -> {
                assertThat(connected.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(seen).contains("tools/list", "added");
              });
    }
  }

  @Test
  void usesBeansOfApplication() {
    Map<String, String> pins = new ConcurrentHashMap<>();
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast");
      runner
          .withPropertyValues(
              "mcp.client.defaults.tool-change-policy=warn",
              "mcp.client.servers.fake.url=" + server.url())
          .withBean(
              ToolCatalogCustomizer.class,
              () -> catalog -> catalog.clientInfo(Implementation.of("umbrella", "2.1")))
          .withBean(
              SchemaValidator.class,
              () -> (schema, arguments) -> List.of(new SchemaViolation(List.of(), "nothing fits")))
          .withBean(
              ToolPinStore.class,
              () ->
                  new ToolPinStore() {
                    @Override
                    public String fingerprint(String name, String tool) {
                      return pins.get(name + "/" + tool);
                    }

                    @Override
                    public void save(String name, String tool, String fingerprint) {
                      pins.put(name + "/" + tool, fingerprint);
                    }
                  })
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                catalog.awaitReady(Duration.ofSeconds(60));

                assertThat(catalog.call("fake__forecast", "{}", CallOptions.defaults()).text())
                    .contains("nothing fits");
                assertThat(server.received("tools/call")).isEmpty();
                assertThat(server.received("tools/list").get(0).text()).contains("umbrella", "2.1");
                assertThat(pins).containsOnlyKeys("fake/forecast", "fake/(instructions)");
              });
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class LongSearch {
    @Bean
    ToolSearch longSearch(ToolSearch.Builder builder) {
      return builder.limit(9).build();
    }
  }

  @Test
  void builderOfToolSearchHasProperties() {
    runner
        .withUserConfiguration(LongSearch.class)
        .withPropertyValues("mcp.client.tool-search.style=load")
        .run(
            context -> {
              assertThat(context.getBean(ToolSearch.class).limit()).isEqualTo(9);
              assertThat(context.getBean(ToolSearch.class).style()).isEqualTo(ToolSearchStyle.LOAD);
            });
  }

  @Test
  void rejectsTwoApprovalPolicies() {
    runner
        .withBean("one", ApprovalPolicy.class, ApprovalPolicy::allowAll)
        .withBean("two", ApprovalPolicy.class, () -> ApprovalPolicy.builder().deny("*").build())
        .run(context -> assertThat(context).hasFailed());
  }

  @Test
  void eachPartCanBeDisabled() {
    runner
        .withPropertyValues("mcp.client.enabled=false", "mcp.client.servers.a.url=nonsense")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(ToolCatalog.class)
                    .doesNotHaveBean(McpClientLifecycle.class)
                    .doesNotHaveBean(ToolProvider.class)
                    .doesNotHaveBean(ToolCallbackProvider.class));
    runner
        .withPropertyValues("mcp.client.langchain4j.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(ToolProvider.class)
                    .hasSingleBean(ToolCallbackProvider.class));
    runner
        .withPropertyValues("mcp.client.spring-ai.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(ToolCallbackProvider.class)
                    .hasSingleBean(ToolProvider.class));
  }

  @Test
  void configuresOnlyAvailableFrameworks() {
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.ai"))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(ToolProvider.class)
                    .doesNotHaveBean("mcpToolCallbackProvider"));
    runner
        .withClassLoader(new FilteredClassLoader("dev.langchain4j"))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(ToolCallbackProvider.class)
                    .doesNotHaveBean("mcpToolProvider"));
    runner
        .withClassLoader(new FilteredClassLoader("dev.langchain4j", "org.springframework.ai"))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(ToolCatalog.class)
                    .doesNotHaveBean("mcpToolProvider")
                    .doesNotHaveBean("mcpToolCallbackProvider"));
  }

  @Test
  void backsOffForToolProviderBean() {
    runner
        .withUserConfiguration(OwnToolProvider.class)
        .run(
            context ->
                assertThat(context.getBeanNamesForType(ToolProvider.class))
                    .containsExactly("ownToolProvider"));
  }

  @Test
  void keepsOtherCallbackProviders() {
    runner
        .withUserConfiguration(OwnCallbackProvider.class)
        .run(
            context ->
                assertThat(context.getBeanNamesForType(ToolCallbackProvider.class))
                    .containsExactlyInAnyOrder("mcpToolCallbacks", "mcpToolCallbackProvider"));
  }

  @Test
  void startsAndExposesCatalogBean() {
    runner
        .withUserConfiguration(OwnCatalog.class)
        .withPropertyValues("mcp.client.servers.ignored.url=http://127.0.0.1:1/mcp")
        .run(
            context -> {
              assertThat(context).hasSingleBean(ToolCatalog.class).hasBean("ownCatalog");
              assertThat(context.getBean(McpClientLifecycle.class).isRunning()).isTrue();
              assertThat(context).hasSingleBean(McpToolCallbackProvider.class);
              assertThat(context).hasSingleBean(McpToolProvider.class);
            });
  }

  @Test
  void closesCatalogWithContextOnly() {
    ToolCatalog[] catalog = new ToolCatalog[1];
    runner
        .withPropertyValues("mcp.client.servers.down.url=http://127.0.0.1:1/mcp")
        .run(
            context -> {
              catalog[0] = context.getBean(ToolCatalog.class);
              context.getSourceApplicationContext().stop();
              assertThat(states(catalog[0])).doesNotContain(ServerState.CLOSED);
              context.getSourceApplicationContext().start();
              assertThat(context.getBean(McpClientLifecycle.class).isRunning()).isTrue();
            });
    assertThat(states(catalog[0])).containsOnly(ServerState.CLOSED);
  }

  private static List<ServerState> states(ToolCatalog catalog) {
    return catalog.servers().stream().map(ServerStatus::state).toList();
  }

  static class OwnToolProvider {
    @Bean
    ToolProvider ownToolProvider() {
      return request -> ToolProviderResult.builder().build();
    }
  }

  static class OwnCallbackProvider {
    @Bean
    ToolCallbackProvider mcpToolCallbacks() {
      return () -> new ToolCallback[0];
    }
  }

  static class OwnCatalog {
    @Bean
    ToolCatalog ownCatalog() {
      return ToolCatalog.builder().build();
    }
  }
}
