package io.mcpbridge.spring.callers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.callers.ChatsApplication.Elicitation;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.test.FakeMcpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Two users stream chats with two agents, one of each framework, on four servers: stdio and HTTP,
 * with and without sessions. {@code -Dchats.duration=PT60S} makes it a soak test.
 */
class ConcurrentChatsTest {

  private static final int MIN_ROUNDS = 4;
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final List<String> SERVERS = List.of("httpold", "httpnew", "stdioold", "stdionew");

  private final EchoingModel model = new EchoingModel();

  private interface Assistant {
    TokenStream chat(@MemoryId String conversation, @UserMessage String question);
  }

  @Test
  void nothingIsCrossedAndEveryCallerIsRightOrUnknown() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (FakeMcpServer old = AskingServer.create(true);
        FakeMcpServer current = AskingServer.create(false);
        ConfigurableApplicationContext context = start(old, current)) {
      ToolCatalog catalog = context.getBean(ToolCatalog.class);
      assertThat(catalog.awaitReady(SOON)).isTrue();
      // Where one thread runs all streams, their calls are never in flight at the same time.
      CompletableFuture<CallToolResult> holdCall =
          catalog
              .client("stdioold")
              .newCall(
                  new CallToolRequest(AskingServer.HOLD, Map.of()),
                  CallOptions.builder().timeout(SOON).build())
              .submit(threads);
      Duration atLeast = Duration.parse(System.getProperty("chats.duration", "PT0S"));
      long start = System.nanoTime();
      int chats = 0;
      for (int round = 0;
          round < MIN_ROUNDS || System.nanoTime() - start < atLeast.toNanos();
          round++) {
        chats += round(context, threads, round);
      }
      holdCall.get(SOON.toSeconds(), TimeUnit.SECONDS);
      check(context.getBean(ChatsApplication.class), chats);
    } finally {
      threads.shutdown();
      model.close();
    }
  }

  private ConfigurableApplicationContext start(FakeMcpServer old, FakeMcpServer current) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.ai.openai.base-url=" + model.url(),
                "--spring.ai.openai.api-key=none",
                "--mcp.client.servers.httpold.url=" + old.url(),
                "--mcp.client.servers.httpnew.url=" + current.url()));
    for (String server : List.of("stdioold", "stdionew")) {
      String prefix = "--mcp.client.servers." + server + ".";
      arguments.add(prefix + "command=" + Path.of(System.getProperty("java.home"), "bin", "java"));
      arguments.add(prefix + "args[0]=-cp");
      arguments.add(prefix + "args[1]=" + System.getProperty("java.class.path"));
      arguments.add(prefix + "args[2]=" + AskingServer.class.getName());
      arguments.add(prefix + "args[3]=" + (server.endsWith("old") ? "--old" : "--new"));
    }
    arguments.add("--mcp.client.servers.stdioold.exclude=" + AskingServer.HOLD);
    for (String server : SERVERS) {
      arguments.add("--mcp.client.servers." + server + ".tool-context-meta=" + AskingServer.TRUTH);
    }
    return Applications.start(ChatsApplication.class, arguments.toArray(String[]::new));
  }

  private int round(ConfigurableApplicationContext context, ExecutorService threads, int round) {
    List<CompletableFuture<Void>> chats = new ArrayList<>();
    for (String user : List.of("ada", "grace")) {
      for (String server : SERVERS) {
        for (boolean isSpringAi : new boolean[] {true, false}) {
          String truth = user + "/" + server + "/" + isSpringAi + "/" + round;
          chats.add(
              CompletableFuture.runAsync(
                  () -> {
                    ChatsApplication.USER.set(user);
                    try {
                      assertThat(
                              isSpringAi
                                  ? springAi(context, server, truth)
                                  : langChain4j(context, server, truth))
                          .isEqualTo(truth);
                    } finally {
                      ChatsApplication.USER.remove();
                    }
                  },
                  threads));
        }
      }
    }
    chats.forEach(chat -> chat.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join());
    return chats.size();
  }

  private static ToolSet toolsOf(ConfigurableApplicationContext context, String server) {
    return context.getBean(ToolCatalog.class).view(tool -> tool.server().equals(server));
  }

  private static String springAi(
      ConfigurableApplicationContext context, String server, String truth) {
    return String.join(
        "",
        ChatClient.create(context.getBean(ChatModel.class))
            .prompt("Go")
            .toolCallbacks(
                context.getBean(McpToolCallbackProvider.class).forTools(toolsOf(context, server)))
            .toolContext(Map.of(AskingServer.TRUTH, truth, ChatMemory.CONVERSATION_ID, truth))
            .stream()
            .content()
            .collectList()
            .block(SOON));
  }

  private String langChain4j(ConfigurableApplicationContext context, String server, String truth) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    AiServices.builder(Assistant.class)
        .streamingChatModel(
            OpenAiStreamingChatModel.builder()
                .baseUrl(model.url() + "/v1")
                .apiKey("none")
                .modelName("stub")
                .build())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
        .toolProvider(
            McpToolProvider.builder()
                .tools(toolsOf(context, server))
                .threadContext(
                    ThreadContextProvider.all(
                        context
                            .getBeanProvider(ThreadContextProvider.class)
                            .orderedStream()
                            .toList()))
                .callOptions(
                    (tool, invocation) ->
                        CallOptions.builder()
                            .meta(Map.of(AskingServer.TRUTH, invocation.chatMemoryId()))
                            .build())
                .build())
        .build()
        .chat(truth, "Go")
        .onPartialResponse(part -> {})
        .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
        .onError(answer::completeExceptionally)
        .start();
    return answer.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static void check(ChatsApplication application, int chats) throws Exception {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (application.events.size() < chats && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(application.events).hasSize(chats);
    for (CallEvent event : application.events) {
      assertThat(event.caller().conversationId())
          .isEqualTo(application.truths.get(event.executionId()));
      assertRight(event.caller(), application.truths.get(event.executionId()));
    }
    assertThat(application.elicitations).hasSize(chats);
    int unknown = 0;
    for (Elicitation elicitation : application.elicitations) {
      CallerContext caller = elicitation.caller();
      if (caller.server().equals("stdioold") && !caller.isCallKnown()) {
        unknown++;
        // The calls in flight may have the same user, who is certain then.
        assertThat(caller.conversationId()).isNull();
        assertThat(caller.user()).isIn(null, elicitation.truth().split("/")[0]);
      } else {
        assertRight(caller, elicitation.truth());
      }
    }
    assertThat(unknown).as("concurrent calls on one stream").isPositive();
  }

  private static void assertRight(CallerContext caller, String truth) {
    assertThat(caller.conversationId()).isEqualTo(truth);
    assertThat(caller.user()).isEqualTo(truth.split("/")[0]);
    assertThat(caller.server()).isEqualTo(truth.split("/")[1]);
    assertThat(caller.tool()).isEqualTo("confirm");
  }
}
