package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.RepeatingModel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.util.ClassUtils;

/** The example of the module's README, without Spring Boot on the class path. */
class SpringAiReadmeTest {

  private final ChatModel model = new RepeatingModel();

  @Test
  void chatClientHasTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns("light snow");
      String url = server.url();

      try (McpToolCallbackProvider mcpTools =
          McpToolCallbackProvider.builder()
              .server("weather", StreamableHttpTransport.of(url))
              .build()) {
        mcpTools.awaitReady(Duration.ofSeconds(30));
        ChatClient chat =
            ChatClient.builder(model)
                .defaultToolCallbacks(mcpTools) // in Spring AI 2.0: defaultTools
                .defaultAdvisors(McpAdvisor.create())
                .build();
        String answer = chat.prompt("What is the weather in Oslo?").call().content();
        assertThat(answer).isEqualTo("light snow");
      }
    }
    assertThat(ClassUtils.isPresent("org.springframework.boot.SpringApplication", null)).isFalse();
  }
}
