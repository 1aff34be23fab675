package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An application whose bean answers a server. */
class AnswerServerRequestsInSpringTest {

  @Test
  void methodHandlesServerRequest() {
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25")) {
      server
          .tool("roots")
          .handler(call -> FakeResult.text(call.ask(FakeServerRequest.roots()).result().toJson()));
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.files.url=" + server.url())) {
        ToolCatalog tools = context.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();

        assertThat(tools.call("files__roots", "{}", CallOptions.defaults()).text())
            .contains("/data");
      }
    }
  }

  @Test
  void methodKnowsItsUser() {
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25")) {
      server
          .tool("greet")
          .handler(
              call ->
                  FakeResult.text(
                      call.ask(
                              FakeServerRequest.form(
                                  "welcome",
                                  "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}"))
                          .result()
                          .toJson()));
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.office.url=" + server.url())) {
        ToolCatalog tools = context.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();

        CallOptions ada = CallOptions.builder().user("ada").build();
        assertThat(tools.call("office__greet", "{}", ada).text()).contains("ada");
        assertThat(tools.call("office__greet", "{}", CallOptions.defaults()).text())
            .contains("decline");
      }
    }
  }

  @SpringBootApplication
  static class Desk {}
}
