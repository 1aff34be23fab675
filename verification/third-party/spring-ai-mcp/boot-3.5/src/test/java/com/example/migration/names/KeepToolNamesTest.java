package com.example.migration.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Prompts, evaluations and chat memories have the names of tools. */
class KeepToolNamesTest {

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
          .withPropertyValues("mcp.client.servers.weather.url=" + weather.url());

  KeepToolNamesTest() {
    weather.tool("forecast");
  }

  @AfterEach
  void close() {
    weather.close();
  }

  private static List<String> names(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog.tools().stream().map(CatalogTool::modelName).toList();
  }

  @Configuration(proxyBeanMethods = false)
  static class Before {

    @Bean
    McpToolNamePrefixGenerator toolNames() {
      return (connection, tool) ->
          connection.initializeResult().serverInfo().name() + "_" + tool.name();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class After {

    @Bean
    ToolNameMapper toolNames() {
      return (server, tool) -> server + "_" + tool;
    }
  }

  @Test
  void namesOfServers() {
    application
        .withPropertyValues("mcp.client.defaults.tool-name-prefix=false")
        .run(
            context ->
                assertThat(names(context.getBean(ToolCatalog.class))).containsExactly("forecast"));
  }

  @Test
  void namesOfMapper() {
    application
        .withUserConfiguration(After.class)
        .run(
            context ->
                assertThat(names(context.getBean(ToolCatalog.class)))
                    .containsExactly("weather_forecast"));
  }
}
