package com.example.springtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;

@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.NONE,
    properties = {
      "mcp.client.servers.weather.url=https://weather.example.com/mcp",
      "spring.ai.openai.api-key=none"
    })
@DirtiesContext
class WeatherApplicationTest {

  @TestConfiguration
  static class Servers {

    @Bean
    FakeMcpServer weatherServer() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("forecast").returns("Rain");
      return server;
    }

    @Bean
    McpConnectionDetails weather(FakeMcpServer weatherServer) {
      return McpConnectionDetails.of("weather", weatherServer.url());
    }
  }

  @Autowired private ToolCatalog tools;
  @Autowired private FakeMcpServer weatherServer;

  @Test
  void asksTheServer() {
    assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();

    // in your test: code that asks the model, which calls the tool
    tools.call("weather__forecast", "{}", CallOptions.defaults());

    assertThat(weatherServer.calls("forecast")).hasSize(1);
  }
}
