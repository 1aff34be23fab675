package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.json.Json;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.context.ConfigurableApplicationContext;

/** A model of Spring AI reads on in a large result, and no other conversation can. */
class StoredResultsChatTest {

  private static final Pattern HANDLE = Pattern.compile("r_[A-Za-z0-9_-]{22}");

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer SERVER = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    SERVER.tool("dump").returns("x".repeat(30_000) + "needle" + "x".repeat(30_000));
    context =
        Applications.start(
            ChatApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.db.url=" + SERVER.url(),
            "--mcp.client.result-store.type=memory");
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
  }

  private static void ask(String conversation) {
    context
        .getBean(ChatClient.Builder.class)
        .build()
        .prompt("What does it say?")
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
        .call()
        .content();
  }

  private static String lastResult() {
    List<ModelRequest> requests = MODEL.requests();
    return requests.get(requests.size() - 1).toolResults().get(0).asText();
  }

  private static String read(String handle) {
    return Json.write(Map.of("handle", handle, "search", "NEEDLE"));
  }

  @Test
  void modelReadsOnInItsConversationOnly() {
    MODEL.callsTool("db__dump", "{}").says("It is long.");
    ask("one");
    assertThat(TokenEstimate.of(lastResult())).isLessThanOrEqualTo(5_000);
    Matcher handle = HANDLE.matcher(lastResult());
    assertThat(handle.find()).isTrue();
    assertThat(MODEL.requests().get(0).toolNames())
        .containsExactlyInAnyOrder("db__dump", "db__read_result");

    MODEL.callsTool("db__read_result", read(handle.group())).says("It says needle.");
    ask("one");
    assertThat(lastResult()).startsWith("(matches 0 to 1 of 1; end)\nline 0, ");

    MODEL.callsTool("db__read_result", read(handle.group())).says("I cannot.");
    ask("two");
    assertThat(lastResult()).contains("There is no result with this handle");
  }
}
