package io.mcpbridge.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.test.util.ReflectionTestUtils;

/** When the health indicator exists, and its result before the application runs. */
class McpHealthAutoConfigurationTest {

  private static final String BEAN = "mcpHealthIndicator";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class, McpHealthAutoConfiguration.class));

  @Test
  void configuresContributorUnlessDisabledOrReplaced() {
    runner.run(context -> assertThat(context).hasBean(BEAN));
    runner
        .withPropertyValues("management.health.mcp.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(BEAN));
    runner
        .withPropertyValues("management.health.defaults.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(BEAN));
    runner
        .withPropertyValues("mcp.client.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    runner
        .withBean(BEAN, String.class, () -> "the user's own")
        .run(context -> assertThat(context.getBean(BEAN)).isEqualTo("the user's own"));
    runner // Spring Boot gives it the same name
        .withBean("mcpHealthContributor", String.class, () -> "the user's own")
        .run(context -> assertThat(context).doesNotHaveBean(BEAN));
  }

  @Test
  void backsOffWithoutActuator() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate", "org.springframework.boot.health"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
  }

  @Test
  void doesNotCreateCatalogThatNothingUses() {
    runner.run(
        context -> {
          Object health = ReflectionTestUtils.invokeMethod(context.getBean(BEAN), "health");

          assertThat(health).asString().contains("UP", "servers={}");
          assertThat(context.getBeanFactory().containsSingleton("mcpToolCatalog")).isFalse();
        });
  }

  @Test
  void onlyRequiredServersAreDownAtStart() {
    ServerOptions required = ServerOptions.builder().start(StartPolicy.REQUIRED).build();
    try (FakeMcpServer server = FakeMcpServer.create();
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("s", server.transport())
                .connectWhen(new CompletableFuture<>())
                .build();
        ToolCatalog strict =
            ToolCatalog.builder()
                .server("s", server.transport(), required)
                .connectWhen(new CompletableFuture<>())
                .build()) {
      assertThat(McpHealth.of(catalog.servers(), Map.of()).status()).isEqualTo("UP");
      assertThat(McpHealth.of(strict.servers(), Map.of()).status()).isEqualTo("DOWN");

      strict.disable("s", "the operator");
      assertThat(McpHealth.of(strict.servers(), Map.of()).status()).isEqualTo("UP");
    }
  }
}
