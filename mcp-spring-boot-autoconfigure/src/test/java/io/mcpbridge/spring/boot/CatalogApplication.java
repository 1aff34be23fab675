package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpToolsAutoConfiguration;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application configured only by properties below {@code mcp.client}. */
public final class CatalogApplication {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private CatalogApplication() {}

  public static ApplicationContextRunner application(String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class,
                McpToolsAutoConfiguration.class,
                SslAutoConfiguration.class))
        .withPropertyValues(
            Arrays.stream(properties).map(it -> "mcp.client." + it).toArray(String[]::new));
  }

  /** Checks the catalog after the first connection attempt to each server. */
  public static void run(ApplicationContextRunner application, Consumer<ToolCatalog> check) {
    application.run(
        context -> {
          ToolCatalog catalog = context.getBean(ToolCatalog.class);
          assertThat(catalog.awaitReady(PATIENCE)).isTrue();
          check.accept(catalog);
        });
  }

  /** The options of the only server. */
  static ServerOptions options(String... properties) {
    ServerOptions[] options = new ServerOptions[1];
    application(properties)
        .withPropertyValues(
            "mcp.client.servers.s.url=http://127.0.0.1:1/mcp", "mcp.client.servers.s.start=lazy")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              options[0] = context.getBean(ToolCatalog.class).servers().get(0).options();
            });
    return options[0];
  }

  public static ToolOutput call(ToolCatalog catalog, String tool, String arguments) {
    return catalog.call(tool, arguments, CallOptions.defaults());
  }
}
