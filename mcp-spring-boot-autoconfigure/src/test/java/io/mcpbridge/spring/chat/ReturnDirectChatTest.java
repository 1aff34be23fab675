package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.ConfigurableApplicationContext;

/** A result that is returned directly goes to the caller, and a failure to the model. */
class ReturnDirectChatTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer SERVER = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    SERVER.tool("render").returns("<html>");
    SERVER.tool("render_broken").returns(FakeResult.error("no template"));
    context =
        Applications.start(
            ChatApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.spring-ai.return-direct=s__render*",
            "--mcp.client.servers.s.url=" + SERVER.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(10))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
  }

  private static String ask(boolean isStreaming) {
    ChatClient.ChatClientRequestSpec prompt =
        context
            .getBean(ChatClient.Builder.class)
            .build()
            .prompt("Render it")
            .toolCallbacks(context.getBean(McpToolCallbackProvider.class));
    return isStreaming
        ? String.join("", prompt.stream().content().collectList().block(Duration.ofSeconds(20)))
        : prompt.call().content();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void returnsResultToCaller(boolean isStreaming) {
    MODEL.callsTool("s__render", "{}");

    assertThat(ask(isStreaming)).contains("<html>");
    assertThat(MODEL.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void returnsFailureToModel(boolean isStreaming) {
    MODEL.callsTool("s__render_broken", "{}").callsTool("s__render", "{}");

    assertThat(ask(isStreaming)).contains("<html>");
    assertThat(MODEL.requests()).hasSize(2);
    assertThat(MODEL.requests().get(1).toolResults().get(0).asText()).contains("no template");
  }
}
