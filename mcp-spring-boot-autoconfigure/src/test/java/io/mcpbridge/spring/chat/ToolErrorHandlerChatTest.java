package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A bean that decides what the model of a ChatClient reads about a failed call. */
class ToolErrorHandlerChatTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  /** Not annotated, so that the other tests' scans do not find it. */
  @Import(ChatApplication.class)
  static class WithHandler {

    @Bean
    ToolErrorHandler toolErrorHandler() {
      return error -> {
        if (error.tool().name().equals("fatal")) {
          throw error.exception();
        }
        return "The shop is closed until Monday.";
      };
    }
  }

  private void start() {
    server.tool("broken").returns(FakeResult.error("closed"));
    server.tool("fatal").returns(FakeResult.error("out of memory"));
    context =
        Applications.start(
            WithHandler.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.s.url=" + server.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    context.close();
    server.close();
  }

  private String chat(boolean streamed) {
    ChatClient.ChatClientRequestSpec prompt =
        context
            .getBean(ChatClient.Builder.class)
            .build()
            .prompt("Go")
            .toolCallbacks(context.getBean(McpToolCallbackProvider.class));
    return streamed
        ? String.join("", prompt.stream().content().collectList().block())
        : prompt.call().content();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void modelReadsTextOfHandlerBean(boolean streamed) {
    start();
    MODEL.callsTool("s__broken", "{}").says("sorry");

    assertThat(chat(streamed)).isEqualTo("sorry");

    assertThat(MODEL.requests().get(1).toolResults().toString())
        .contains("The shop is closed until Monday.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exceptionOfHandlerBeanEndsRequest(boolean streamed) {
    start();
    MODEL.callsTool("s__fatal", "{}").says("never");

    assertThatThrownBy(() -> chat(streamed))
        .isInstanceOf(McpToolErrorException.class)
        .hasMessageContaining("out of memory");

    assertThat(MODEL.requests()).hasSize(1);
  }
}
