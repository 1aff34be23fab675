package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result may be the final answer, without another request to the model. */
class ReturnBehaviorTest {

  interface StreamingAssistant {
    TokenStream chat(String message);
  }

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void returnsResultImmediately() {
    server.tool("render_page").returns("<html>");
    openAi.calls(new Call("c1", "s__render_page", "{}"));

    Result<String> result = chat(McpToolProvider.builder().returnDirect("render_*"));

    assertThat(openAi.requests()).hasSize(1);
    assertThat(result.toolExecutions())
        .singleElement()
        .extracting(ToolExecution::result)
        .isEqualTo("<html>");
  }

  @Test
  void returnsErrorToModel() {
    server.tool("render_page").returns(FakeResult.error("no template"));
    openAi.calls(new Call("c1", "s__render_page", "{}")).says("I have no template");

    Result<String> result = chat(McpToolProvider.builder().returnDirect("render_*"));

    assertThat(result.content()).isEqualTo("I have no template");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "Error: no template");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void returnsErrorToModelInStream(boolean concurrently) {
    server.tool("render_page").returns(FakeResult.error("no template"));
    CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    try (OpenAiStub streaming = OpenAiStub.streaming();
        McpToolProvider tools =
            McpToolProvider.builder()
                .server("s", server.transport())
                .returnDirect("render_*")
                .build()) {
      streaming.calls(new Call("c1", "s__render_page", "{}")).says("I have no template");
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      AiServices<StreamingAssistant> services =
          AiServices.builder(StreamingAssistant.class)
              .streamingChatModel(streaming.streamingModel())
              .toolProvider(tools);

      (concurrently ? services.executeToolsConcurrently(Runnable::run) : services)
          .build()
          .chat("Go")
          .onPartialResponse(part -> {})
          .onCompleteResponse(response::complete)
          .onError(response::completeExceptionally)
          .start();

      assertThat(response.orTimeout(60, TimeUnit.SECONDS).join().aiMessage().text())
          .isEqualTo("I have no template");
      assertThat(streaming.requests().get(1).toolMessages())
          .containsEntry("c1", "Error: no template");
    }
  }

  @Test
  void doesNotAffectOtherTools() {
    server.tool("read").returns("text");
    openAi.calls(new Call("c1", "s__read", "{}")).says("It says: text");

    assertThat(chat(McpToolProvider.builder().returnDirect("render_*")).content())
        .isEqualTo("It says: text");
  }

  @Test
  void lastMatchingRuleWins() {
    server.tool("render_page").returns("<html>");
    server.tool("read").returns("text");
    openAi.calls(new Call("c1", "s__read", "{}"), new Call("c2", "s__render_page", "{}"));

    Result<String> result =
        chat(
            McpToolProvider.builder()
                .returnDirect("render_*")
                .returnBehavior(
                    ReturnBehavior.IMMEDIATE_IF_LAST, ToolPattern.named("render_page")));

    assertThat(result.toolExecutions())
        .extracting(ToolExecution::result)
        .containsExactly("text", "<html>");
    assertThat(openAi.requests()).hasSize(1);
  }

  /** A rule with a typo looks like one that has an effect. */
  @Test
  void warnsOnceAboutUnmatchedName() {
    server.tool("render_page");
    try (CapturedLog log = new CapturedLog(UnmatchedNames.class);
        McpToolProvider tools =
            McpToolProvider.builder()
                .server("s", server.transport())
                .returnDirect("render_pge", "render_*")
                .alwaysVisible("hlep")
                .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      tools.provideTools(null);
      tools.provideTools(null);

      assertThat(log.lines())
          .hasSize(2)
          .anyMatch(line -> line.contains("\"render_pge\"") && line.contains("\"render_page\""))
          .anyMatch(line -> line.contains("\"hlep\""));
    }
  }

  private Result<String> chat(McpToolProviderBuilder builder) {
    try (McpToolProvider tools = builder.server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      return AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .build()
          .chat("Go");
    }
  }
}
