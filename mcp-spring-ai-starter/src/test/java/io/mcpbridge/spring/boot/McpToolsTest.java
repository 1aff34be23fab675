package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.Configured.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;

/** Each agent receives its tools by injection. */
class McpToolsTest {

  @Test
  void anAnnotationSaysWhichToolsAnAgentHas() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").annotations("{\"readOnlyHint\": true}");
      server.tool("write");
      server.tool("write_all");
      String url = server.http().url();
      application("servers.a.url=" + url, "servers.b.url=" + url)
          .withUserConfiguration(Agents.class)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
                assertThat(context.getBean("reader", Agent.class).names())
                    .containsExactly("a__read");
                assertThat(context.getBean("writer", Agent.class).names())
                    .containsExactly("a__write", "b__write");
                assertThat(context.getBean("aliased", Agent.class).names())
                    .containsExactly("b__read", "b__write", "b__write_all");
                assertThat(context.getBean("all", Agent.class).names()).hasSize(6);
              });
    }
  }

  @Test
  void whatPropertiesSayHoldsForTheToolsOfOneAgent() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").returns(FakeResult.text("done"));
      server.tool("write");
      List<String> captured = new CopyOnWriteArrayList<>();
      application(
              "servers.a.url=" + server.http().url(),
              "servers.a.tool-context-meta=tenant",
              "spring-ai.return-direct=a__read")
          .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
          .withBean(CallerContext.class, () -> () -> notedIn(captured))
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
                ToolCallback[] tools =
                    context
                        .getBean(McpToolCallbackProvider.class)
                        .forTools(catalog.view(tool -> tool.name().equals("read")))
                        .getToolCallbacks();

                assertThat(tools).hasSize(1);
                assertThat(tools[0].getToolMetadata().returnDirect()).isTrue();
                tools[0].call("{}", new ToolContext(Map.of("tenant", "acme", "other", "x")));
                assertThat(captured).containsExactly("called");
                assertThat(server.received("tools/call").get(0).meta().string("tenant"))
                    .isEqualTo("acme");
              });
    }
  }

  private static CallerContext.ContextSnapshot notedIn(List<String> captured) {
    return new CallerContext.ContextSnapshot() {
      @Override
      public <T> T call(Supplier<T> call) {
        captured.add("called");
        return call.get();
      }
    };
  }

  @Test
  void withoutTheAnnotationItIsSaidWhatIsMissing() {
    application()
        .withUserConfiguration(Forgetful.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("without @McpTools"));
  }

  record Agent(ToolSet tools) {
    List<String> names() {
      return tools.snapshot().tools().stream().map(CatalogTool::modelName).toList();
    }
  }

  @McpTools(include = "write*", exclude = "write_all")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Writing {}

  @Configuration(proxyBeanMethods = false)
  static class Agents {

    @Bean
    Agent reader(@McpTools(servers = "a", traits = ToolTrait.READ_ONLY) ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    Agent writer(@Writing ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    Agent aliased(@ToolsOf("b") ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    Agent all(ToolSet tools) {
      return new Agent(tools);
    }

    /** A view of the application; not for agents that select tools by annotation. */
    @Bean
    ToolView everything(ToolCatalog catalog) {
      return catalog.view(tool -> true);
    }
  }

  @McpTools
  @Retention(RetentionPolicy.RUNTIME)
  @interface ToolsOf {
    @AliasFor(annotation = McpTools.class, attribute = "servers")
    String[] value();
  }

  @Configuration(proxyBeanMethods = false)
  static class Forgetful {

    @Bean
    Agent agent(ToolView tools) {
      return new Agent(tools);
    }
  }
}
