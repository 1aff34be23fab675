package io.mcpbridge.spring.boot.internal.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.McpTools;
import io.mcpbridge.spring.boot.autoconfigure.McpChatClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpToolsAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Startup logs properties that have no effect because of a bean of the application. */
@ExtendWith(OutputCaptureExtension.class)
class IneffectiveBeansTest {

  private static final String SAYS = "Overridden by ";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class,
                  McpServersFilesAutoConfiguration.class,
                  McpLangChain4jAutoConfiguration.class,
                  McpSpringAiAutoConfiguration.class,
                  McpChatClientAutoConfiguration.class,
                  McpToolsAutoConfiguration.class));

  private static ToolCatalog empty() {
    return ToolCatalog.builder().build();
  }

  private static List<String> warnings(CapturedOutput output) {
    return output
        .getOut()
        .lines()
        .filter(line -> line.contains(SAYS))
        .map(line -> line.substring(line.indexOf(SAYS)))
        .toList();
  }

  @Test
  void warnsOfPropertiesIgnoredBesideCustomCatalog(CapturedOutput output) {
    runner
        .withBean("mine", ToolCatalog.class, IneffectiveBeansTest::empty)
        .withPropertyValues(
            "mcp.client.servers.weather.url=http://127.0.0.1:1/mcp?key=secret",
            "mcp.client.servers.off.enabled=false",
            "mcp.client.servers.files.command=npx",
            "mcp.client.import-spring-ai-connections=true",
            "spring.ai.mcp.client.stdio.connections.old.command=npx")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(warnings(output))
        .containsExactly(
            SAYS
                + "the bean 'mine' of the type ToolCatalog: mcp.client.servers.weather,"
                + " mcp.client.servers.files, spring.ai.mcp.client.stdio.connections.old");
  }

  @Test
  void warnsOfApprovalStoreIgnoredBesideHandler(CapturedOutput output) {
    runner
        .withBean(
            "terminal",
            ApprovalHandler.class,
            () -> ApprovalHandler.of(call -> ApprovalDecision.deny()))
        .withPropertyValues(
            "mcp.client.servers.weather.url=http://127.0.0.1:1/mcp",
            "mcp.client.servers.weather.start=lazy",
            "mcp.client.approval.store=jdbc",
            "mcp.client.approval.suspend-for=1d")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(warnings(output))
        .containsExactly(
            SAYS
                + "the bean 'terminal' of the type ApprovalHandler: mcp.client.approval.store,"
                + " mcp.client.approval.suspend-for");
  }

  @Test
  void doesNotWarnIfHandlerUsesBuilderOfStarter(CapturedOutput output) {
    runner
        .withUserConfiguration(LoggedApprovals.class)
        .withPropertyValues(
            "mcp.client.servers.weather.url=http://127.0.0.1:1/mcp",
            "mcp.client.servers.weather.start=lazy",
            "mcp.client.approval.suspend-for=1d")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(warnings(output)).isEmpty();
  }

  @Configuration(proxyBeanMethods = false)
  static class LoggedApprovals {

    @Bean
    ApprovalHandler terminal(McpApprovals.Builder builder) {
      McpApprovals approvals = builder.build();
      return request -> approvals.ask(request);
    }
  }

  @Test
  void warnsOfSeveralCatalogsWithoutPrimary(CapturedOutput output) {
    runner
        .withBean("mine", ToolCatalog.class, IneffectiveBeansTest::empty)
        .withBean("yours", ToolCatalog.class, IneffectiveBeansTest::empty)
        .withPropertyValues("mcp.client.spring-ai.attach-to-chat-clients=true")
        .run(context -> assertThat(context).doesNotHaveBean(ChatClientCustomizer.class));

    assertThat(warnings(output))
        .containsExactly(
            SAYS
                + "the beans 'mine', 'yours' of the type ToolCatalog:"
                + " mcp.client.spring-ai.attach-to-chat-clients");
  }

  @Test
  void doesNotWarnIfAllBeansAreUsed(CapturedOutput output) {
    runner
        .withBean("mine", ToolCatalog.class, IneffectiveBeansTest::empty)
        .run(context -> assertThat(context).hasNotFailed());
    runner
        .withPropertyValues("mcp.client.servers.a.command=npx", "mcp.client.servers.a.start=lazy")
        .run(
            parent ->
                runner
                    .withParent(parent)
                    .withPropertyValues("mcp.client.servers.a.command=npx")
                    .run(child -> assertThat(child).hasNotFailed()));

    assertThat(warnings(output)).isEmpty();
  }

  @Test
  void warnsOfPropertiesIgnoredBesideCustomPolicy(CapturedOutput output) {
    runner
        .withBean("policy", ApprovalPolicy.class, ApprovalPolicy::allowAll)
        .withPropertyValues(
            "mcp.client.servers.a.command=npx",
            "mcp.client.servers.a.start=lazy",
            "mcp.client.servers.a.approval.deny=drop",
            "mcp.client.servers.b.command=npx",
            "mcp.client.servers.b.start=lazy",
            "mcp.client.defaults.approval.otherwise=ask")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(warnings(output))
        .containsExactly(
            SAYS
                + "the bean 'policy' of the type ApprovalPolicy: mcp.client.servers.a.approval,"
                + " mcp.client.defaults.approval");
  }

  @Test
  void warnsOfPropertiesIgnoredBesideCustomToolProvider(CapturedOutput output) {
    ToolProvider provider = request -> ToolProviderResult.builder().build();
    runner
        .withBean("tools", ToolProvider.class, () -> provider)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(warnings(output)).isEmpty();

    runner
        .withBean("tools", ToolProvider.class, () -> provider)
        .withPropertyValues("mcp.client.langchain4j.return-direct=report")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(warnings(output))
        .containsExactly(
            SAYS + "the bean 'tools' of the type ToolProvider: mcp.client.langchain4j");
  }

  @Test
  void warnsOfPropertiesIgnoredBesideCustomServersFiles(CapturedOutput output) {
    runner
        .withBean("files", ServersFiles.class, () -> ServersFiles.builder().build())
        .withPropertyValues("mcp.client.config-files.global=/no/such/file.json")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(warnings(output))
        .containsExactly(
            SAYS + "the bean 'files' of the type ServersFiles: mcp.client.config-files");
  }

  @Configuration(proxyBeanMethods = false)
  static class Agents {
    @Bean
    McpToolCallbackProvider reader(
        McpToolCallbackProvider mcpToolCallbackProvider,
        @McpTools(include = "read") ToolView view) {
      return mcpToolCallbackProvider.forTools(view);
    }

    @Bean
    McpToolCallbackProvider writer(
        McpToolCallbackProvider mcpToolCallbackProvider,
        @McpTools(include = "write") ToolView view) {
      return mcpToolCallbackProvider.forTools(view);
    }
  }

  /** Both beans can be injected; neither is primary. */
  @Test
  void keepsProviderBesideAgentSpecificProviders() {
    runner
        .withUserConfiguration(Agents.class)
        .withPropertyValues("mcp.client.spring-ai.attach-to-chat-clients=true")
        .run(
            context ->
                assertThat(context)
                    .hasBean("mcpChatClientCustomizer")
                    .getBeanNames(McpToolCallbackProvider.class)
                    .containsExactlyInAnyOrder("reader", "writer", "mcpToolCallbackProvider"));
  }
}
