package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The catalog's error handler, in AI services. */
class ToolErrorHandlerTest {

  private static final Call BROKEN = new Call("c1", "s__broken", "{}");

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  /** A streaming AI service. */
  interface Streaming {
    TokenStream chat(String message);
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private McpToolProvider tools(ToolErrorHandler handler) {
    server.tool("broken").returns(FakeResult.error("closed"));
    catalog =
        ToolCatalog.builder().server("s", server.transport()).toolErrorHandler(handler).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return McpToolProvider.of(catalog);
  }

  private static Assistant assistant(McpToolProvider tools, OpenAiStub openAi) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build();
  }

  @Test
  void modelReadsTextOfHandler() {
    McpToolProvider tools = tools(error -> "The shop is closed until Monday.");
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(BROKEN).says("sorry");

      assertThat(assistant(tools, openAi).chat("Go").content()).isEqualTo("sorry");

      assertThat(openAi.requests().get(1).toolMessages())
          .containsExactly(Map.entry("c1", "The shop is closed until Monday."));
    }
  }

  @Test
  void exceptionOfHandlerEndsAiServiceCall() {
    McpToolProvider tools =
        tools(
            error -> {
              throw error.exception();
            });
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(BROKEN).says("never");
      Assistant assistant = assistant(tools, openAi);

      assertThatThrownBy(() -> assistant.chat("Go"))
          .isInstanceOf(McpToolErrorException.class)
          .hasMessageContaining("closed")
          .hasMessageNotContaining("Error:");

      assertThat(openAi.requests()).hasSize(1);
    }
  }

  @Test
  void exceptionOfHandlerEndsStream() {
    McpToolProvider tools =
        tools(
            error -> {
              throw error.exception();
            });
    try (OpenAiStub openAi = OpenAiStub.streaming()) {
      openAi.calls(BROKEN).says("never");
      CompletableFuture<Throwable> error = new CompletableFuture<>();

      AiServices.builder(Streaming.class)
          .streamingChatModel(openAi.streamingModel())
          .toolProvider(tools)
          .build()
          .chat("Go")
          .onPartialResponse(word -> {})
          .onCompleteResponse(response -> error.complete(null))
          .onError(error::complete)
          .start();

      assertThat(error.orTimeout(60, TimeUnit.SECONDS).join())
          .isInstanceOf(McpToolErrorException.class);
    }
  }
}
