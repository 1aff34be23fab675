package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.context.ConfigurableApplicationContext;

/** Images in a chat with a model that accepts them, and concurrent calls, by properties. */
class ToolMediaChatTest {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer SERVER = FakeMcpServer.create();
  private static final CyclicBarrier BOTH = new CyclicBarrier(2);
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    SERVER.tool("draw").returns(FakeResult.text("Done").andImage(PNG, "image/png"));
    SERVER
        .tool("meet")
        .handler(
            call -> {
              BOTH.await(60, TimeUnit.SECONDS);
              return FakeResult.text("met " + call.string("who"));
            });
    context =
        Applications.start(
            ChatApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.spring-ai.images-for=openai",
            "--mcp.client.spring-ai.concurrent-tool-calls=true",
            "--mcp.client.servers.s.url=" + SERVER.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void imageReachesModel(boolean stream) {
    MODEL.callsTool("s__draw", "{}").callsTool("s__draw", "{}").says("A drawing");

    assertThat(ask(stream)).isEqualTo("A drawing");

    JsonNode messages = MODEL.requests().get(2).body().path("messages");
    assertThat(messages)
        .extracting(message -> message.path("role").asText())
        .containsExactly("user", "assistant", "tool", "user", "assistant", "tool", "user");
    assertThat(messages.path(2).path("content").asText()).isEqualTo("Done\n[image 1]");
    JsonNode image = messages.path(3).path("content");
    assertThat(image.path(0).path("text").asText()).contains("s__draw", "[image 1]");
    assertThat(image.path(1).at("/image_url/url").asText())
        .isEqualTo("data:image/png;base64,iVBORw0KGgoB");
  }

  @Test
  void callsOfOneResponseRunConcurrently() {
    AssistantMessage answer =
        AssistantMessage.builder().content("").toolCalls(List.of(call("a"), call("b"))).build();
    ToolCallingChatOptions options =
        ToolCallingChatOptions.builder()
            .toolCallbacks(context.getBean(McpToolCallbackProvider.class).getToolCallbacks())
            .build();

    assertThat(
            context
                .getBean(ToolCallingManager.class)
                .executeToolCalls(
                    new Prompt("Go", options), new ChatResponse(List.of(new Generation(answer))))
                .conversationHistory()
                .get(2))
        .isInstanceOfSatisfying(
            ToolResponseMessage.class,
            result ->
                assertThat(result.getResponses())
                    .extracting(ToolResponse::id, ToolResponse::responseData)
                    .containsExactly(tuple("a", "met a"), tuple("b", "met b")));
  }

  private static ToolCall call(String name) {
    return new ToolCall(name, "function", "s__meet", "{\"who\":\"" + name + "\"}");
  }

  private static String ask(boolean stream) {
    ChatClient.ChatClientRequestSpec request =
        context
            .getBean(ChatClient.Builder.class)
            .build()
            .prompt("Draw!")
            .toolCallbacks(context.getBean(McpToolCallbackProvider.class));
    return stream
        ? String.join("", request.stream().content().collectList().block(Duration.ofSeconds(20)))
        : request.call().content();
  }
}
