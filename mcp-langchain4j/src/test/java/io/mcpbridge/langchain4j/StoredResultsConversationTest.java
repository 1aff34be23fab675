package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent that reads on in a large result, and no other conversation can. */
class StoredResultsConversationTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Pattern HANDLE = Pattern.compile("r_[A-Za-z0-9_-]{22}");

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server.tool("dump").returns("x".repeat(30_000) + "needle" + "x".repeat(30_000));
    catalog =
        ToolCatalog.builder()
            .server("db", server.transport())
            .resultStore(InMemoryResultStore.create())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private interface Conversation {
    String chat(@MemoryId Object id, @UserMessage String message);
  }

  private interface Stream {
    TokenStream chat(@MemoryId Object id, @UserMessage String message);
  }

  private static String handle(OpenAiStub openAi) {
    List<ChatRequestBody> requests = openAi.requests();
    String result = requests.get(requests.size() - 1).toolMessages().get("c1");
    assertThat(TokenEstimate.of(result)).isLessThanOrEqualTo(5_000);
    Matcher matcher = HANDLE.matcher(result);
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }

  private static Call read(String id, String handle) {
    return new Call(
        id, "db__read_result", Json.write(Map.of("handle", handle, "search", "needle")));
  }

  private static String lastResult(OpenAiStub openAi, String id) {
    List<ChatRequestBody> requests = openAi.requests();
    return requests.get(requests.size() - 1).toolMessages().get(id);
  }

  @Test
  void modelReadsOnInItsConversationOnly() {
    try (OpenAiStub openAi = new OpenAiStub()) {
      Conversation service =
          AiServices.builder(Conversation.class)
              .chatModel(openAi.model())
              .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
              .toolProvider(McpToolProvider.builder().tools(catalog).build())
              .build();
      openAi.calls(new Call("c1", "db__dump", "{}")).says("It is long.");
      service.chat("one", "What does it say?");
      String handle = handle(openAi);

      openAi.calls(read("c2", handle)).says("It says needle.");
      service.chat("one", "Look for the needle");
      assertThat(lastResult(openAi, "c2")).startsWith("(matches 0 to 1 of 1; end)\nline 0, ");

      openAi.calls(read("c3", handle)).says("I cannot.");
      service.chat("two", "Look for the needle");
      assertThat(lastResult(openAi, "c3")).startsWith("There is no result with this handle");

      openAi.calls(read("c4", handle)).says("I cannot.");
      service.chat(1, "Look for the needle");
      assertThat(lastResult(openAi, "c4")).startsWith("There is no result with this handle");
    }
  }

  @Test
  void modelReadsOnWhileStreaming() throws Exception {
    try (OpenAiStub openAi = OpenAiStub.streaming()) {
      Stream service =
          AiServices.builder(Stream.class)
              .streamingChatModel(openAi.streamingModel())
              .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
              .toolProvider(McpToolProvider.builder().tools(catalog).build())
              .build();
      openAi.calls(new Call("c1", "db__dump", "{}")).says("It is long.");
      await(service.chat("one", "What does it say?"));

      openAi.calls(read("c2", handle(openAi))).says("It says needle.");
      await(service.chat("one", "Look for the needle"));

      assertThat(lastResult(openAi, "c2")).startsWith("(matches 0 to 1 of 1; end)\nline 0, ");
    }
  }

  private static void await(TokenStream stream) throws Exception {
    CompletableFuture<String> end = new CompletableFuture<>();
    stream
        .onPartialResponse(part -> {})
        .onCompleteResponse(response -> end.complete(response.aiMessage().text()))
        .onError(end::completeExceptionally)
        .start();
    end.get(SOON.toSeconds(), TimeUnit.SECONDS);
  }
}
