package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A conversation without tool calls. */
class ConversationTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  /** Some providers refuse a request with an empty list. */
  @Test
  void omitsToolsFromRequestIfThereAreNone() {
    openAi.says("Hello!");

    assertThat(chat()).isEqualTo("Hello!");

    assertThat(openAi.requests().get(0).json().has("tools")).isFalse();
  }

  @Test
  void responseWithoutToolCallsIsFinal() {
    server.tool("run");

    openAi.says("plain").saysBesideCalls("null", null).saysBesideCalls("empty", List.of());

    assertThat(chat()).isEqualTo("plain");
    assertThat(chat()).isEqualTo("null");
    assertThat(chat()).isEqualTo("empty");
    assertThat(server.received("tools/call")).isEmpty();
  }

  private String chat() {
    try (McpToolProvider tools =
        McpToolProvider.builder().server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      return AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .build()
          .chat("Hello")
          .content();
    }
  }
}
