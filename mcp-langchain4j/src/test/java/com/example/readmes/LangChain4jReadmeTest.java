package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example of the module's README. */
class LangChain4jReadmeTest {

  interface Assistant {
    String chat(String message);
  }

  /** A model that answers with the names of its tools. */
  private final ChatModel model =
      new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          return ChatResponse.builder()
              .aiMessage(AiMessage.from(request.toolSpecifications().get(0).name()))
              .build();
        }
      };

  @Test
  void aiServiceHasTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast");
      String url = server.url();

      try (McpToolProvider mcpTools =
          McpToolProvider.builder().server("weather", StreamableHttpTransport.of(url)).build()) {
        mcpTools.awaitReady(Duration.ofSeconds(30));
        Assistant assistant =
            AiServices.builder(Assistant.class).chatModel(model).toolProvider(mcpTools).build();
        String answer = assistant.chat("What is the weather in Oslo?");
        assertThat(answer).isEqualTo("weather__forecast");
      }
    }
  }
}
