package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.content.ResultMedia;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Images and audio of results, and the concurrent calls of one response. */
class McpToolCallingManagerTest {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};
  private static final byte[] WAV = {'R', 'I', 'F', 'F', 4, 0, 0, 0, 'W', 'A', 'V', 'E'};

  private final FakeMcpServer server = FakeMcpServer.create();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final CyclicBarrier barrier = new CyclicBarrier(3);
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server
        .tool("draw")
        .returns(FakeResult.text("Before").andImage(PNG, "image/png").andText("After"));
    server
        .tool("paint")
        .returns(FakeResult.image(Arrays.copyOf(PNG, ResultMedia.MAX_BYTES), "image/png"));
    server.tool("speak").returns(FakeResult.audio(WAV, "audio/x-wav"));
    server.tool("read").returns("text");
    server.tool("broken").returns(FakeResult.error("closed"));
    server
        .tool("meet")
        .handler(
            call -> {
              barrier.await(60, TimeUnit.SECONDS);
              return FakeResult.text("met " + call.string("who"));
            });
    catalog = ToolCatalog.builder().server("s", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    executor.shutdownNow();
    catalog.close();
    server.close();
  }

  private static McpToolCallingManager.Builder manager(Class<?> model) {
    return McpToolCallingManager.builder(ToolCallingManager.builder().build())
        .chatModelType(() -> model)
        .imagesFor(ChatModelProvider.ANTHROPIC)
        .audioFor(ChatModelProvider.GOOGLE_GENAI);
  }

  @Test
  void imageFollowsToolResultAsUserMessage() {
    List<Message> added =
        added(manager(AnthropicChatModel.class), false, call("s__draw"), call("s__read"));

    assertThat(added).hasSize(3);
    assertThat(responses(added)).containsExactly("Before\n[image 1]\nAfter", "text");
    UserMessage image = (UserMessage) added.get(2);
    assertThat(image.getText()).contains("s__draw", "not of the user", "[image 1]");
    assertThat(image.getMedia()).hasSize(1);
    assertThat(image.getMedia().get(0).getMimeType()).hasToString("image/png");
    assertThat(image.getMedia().get(0).getDataAsByteArray()).isEqualTo(PNG);
  }

  @Test
  void audioGoesToModelsThatAcceptIt() {
    List<Message> gemini = added(manager(GoogleGenAiChatModel.class), false, call("s__speak"));
    List<Message> anthropic = added(manager(AnthropicChatModel.class), false, call("s__speak"));

    assertThat(responses(gemini)).containsExactly("[audio 1]");
    assertThat(((UserMessage) gemini.get(2)).getMedia().get(0).getMimeType())
        .hasToString("audio/wav");
    assertThat(anthropic).hasSize(2);
    assertThat(responses(anthropic)).containsExactly("[audio left out: audio/x-wav, 12 bytes]");
  }

  @Test
  void otherModelsGetNote() {
    List<Message> added = added(manager(null), false, call("s__draw"));

    assertThat(added).hasSize(2);
    assertThat(responses(added))
        .containsExactly("Before\n[image left out: image/png, 9 bytes]\nAfter");
  }

  @Test
  void applicationChoosesProviders() {
    assertThat(added(manager(AnthropicChatModel.class).imagesFor(), false, call("s__draw")))
        .hasSize(2);
    assertThat(
            added(
                manager(AnthropicChatModel.class).imagesFor().audioFor(ChatModelProvider.ANTHROPIC),
                false,
                call("s__speak")))
        .hasSize(3);
  }

  @Test
  void returnDirectResultHasNote() {
    List<Message> added = added(manager(AnthropicChatModel.class), true, call("s__draw"));

    assertThat(added).hasSize(2);
    assertThat(responses(added).get(0)).contains("[image left out");
  }

  /** A request to Gemini may have 20 MB, however many results it has. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void limitsTotalSizeOfImagesInConversation(boolean concurrently) {
    McpToolCallingManager.Builder builder = manager(AnthropicChatModel.class);
    McpToolCallingManager manager =
        (concurrently ? builder.concurrently(executor) : builder).build();

    ToolExecutionResult first = run(manager, question(), false, call("s__paint"), call("s__paint"));
    ToolExecutionResult second =
        run(
            manager,
            first.conversationHistory(),
            false,
            call("s__paint"),
            call("s__paint"),
            call("s__draw"));

    assertThat(images(first)).isEqualTo(2);
    assertThat(images(second)).as("of which the last is small").isEqualTo(4);
    assertThat(((ToolResponseMessage) second.conversationHistory().get(6)).getResponses())
        .extracting(ToolResponse::responseData)
        .filteredOn(result -> result.contains("[image left out: image/png"))
        .hasSize(1);
  }

  private static long images(ToolExecutionResult result) {
    return result.conversationHistory().stream()
        .filter(UserMessage.class::isInstance)
        .mapToLong(message -> ((UserMessage) message).getMedia().size())
        .sum();
  }

  /** Spring AI counts the calls of a turn, which a user message would end. */
  @Test
  void imagesDoNotStartNewTurn() {
    List<List<Message>> seen = new ArrayList<>();
    ToolCallingManager spring = ToolCallingManager.builder().build();
    McpToolCallingManager manager =
        McpToolCallingManager.builder(new RecordingManager(spring, seen))
            .chatModelType(() -> AnthropicChatModel.class)
            .imagesFor(ChatModelProvider.ANTHROPIC)
            .build();

    ToolExecutionResult first = run(manager, question(), false, call("s__draw"));
    ToolExecutionResult second = run(manager, first.conversationHistory(), false, call("s__draw"));

    assertThat(seen.get(1)).hasSize(3).filteredOn(UserMessage.class::isInstance).hasSize(1);
    assertThat(second.conversationHistory())
        .hasSize(7)
        .startsWith(first.conversationHistory().toArray(Message[]::new))
        .filteredOn(UserMessage.class::isInstance)
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsOfOneResponseRunConcurrently(boolean withImages) {
    McpToolCallingManager.Builder manager =
        manager(withImages ? AnthropicChatModel.class : null).concurrently(executor);

    List<Message> added =
        added(
            manager,
            false,
            call("s__meet", "{\"who\":\"a\"}"),
            call("s__meet", "{\"who\":\"b\"}"),
            call("s__draw"),
            call("clock"),
            call("s__meet", "{\"who\":\"c\"}"));

    assertThat(((AssistantMessage) added.get(0)).getToolCalls()).hasSize(5);
    assertThat(((ToolResponseMessage) added.get(1)).getResponses())
        .extracting(ToolResponse::name)
        .containsExactly("s__meet", "s__meet", "s__draw", "clock", "s__meet");
    assertThat(responses(added))
        .startsWith("met a", "met b")
        .endsWith("noon on " + Thread.currentThread().getName(), "met c");
    assertThat(added).hasSize(withImages ? 3 : 2);
  }

  /** As an executor with {@code CallerRunsPolicy} does. */
  @Test
  void executorMayUseThreadOfChat() {
    ContextView reactive = Context.of("tenant", "acme");
    ToolCallReactiveContextHolder.setContext(reactive);
    try {
      assertThat(
              responses(
                  added(
                      manager(null).concurrently(Runnable::run),
                      false,
                      call("s__read"),
                      call("s__read"))))
          .containsExactly("text", "text");
      assertThat(ToolCallReactiveContextHolder.getContext()).isSameAs(reactive);
    } finally {
      ToolCallReactiveContextHolder.clearContext();
    }
  }

  @Test
  void failedCallDoesNotAffectConcurrentCalls() {
    assertThat(
            responses(
                added(
                    manager(null).concurrently(executor),
                    false,
                    call("s__broken"),
                    call("s__read"))))
        .satisfiesExactly(
            broken -> assertThat(broken).contains("closed"),
            read -> assertThat(read).isEqualTo("text"));
  }

  @Test
  void exceptionOfOneCallEndsRound() {
    assertThatThrownBy(
            () ->
                added(
                    manager(null).concurrently(executor),
                    false,
                    call("s__read"),
                    call("no_such_tool")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no_such_tool");
  }

  /** Each call sees the number of calls before it, as if they ran one after the other. */
  @Test
  void concurrentCallsCountForLimitsOfSpringAi() {
    List<ToolCall> calls = new ArrayList<>();
    for (int i = 0; i < 45; i++) {
      calls.add(call("s__read"));
    }
    boolean hasLimits;
    try {
      Class.forName("org.springframework.ai.model.tool.ToolCallLimits");
      hasLimits = true;
    } catch (ClassNotFoundException before201) {
      hasLimits = false;
    }

    McpToolCallingManager.Builder manager = manager(null).concurrently(executor);
    if (hasLimits) {
      assertThatThrownBy(() -> added(manager, false, calls.toArray(ToolCall[]::new)))
          .hasMessageContaining("s__read")
          .hasMessageContaining("40");
    } else {
      assertThat(responses(added(manager, false, calls.toArray(ToolCall[]::new)))).hasSize(45);
    }
  }

  /** The limit of Spring AI is per tool, and {@code call_tool} stands for many. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsOfFoundToolsCountAsTheirOwn(boolean concurrently) {
    McpToolCallingManager.Builder builder = manager(AnthropicChatModel.class);
    McpToolCallingManager manager =
        (concurrently ? builder.concurrently(executor) : builder).build();
    List<ToolCall> calls = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      for (String tool : List.of("read", "speak", "draw", "broken")) {
        calls.add(call("call_tool", "{\"name\":\"s__" + tool + "\",\"arguments\":{}}"));
      }
    }

    ToolExecutionResult first =
        run(manager, question(), searching(), calls.subList(0, 3).toArray(ToolCall[]::new));
    ToolExecutionResult second =
        run(
            manager,
            first.conversationHistory(),
            searching(),
            calls.subList(3, 48).toArray(ToolCall[]::new));

    List<Message> history = second.conversationHistory();
    assertThat(((AssistantMessage) history.get(4)).getToolCalls()).isEqualTo(calls.subList(3, 48));
    assertThat(((ToolResponseMessage) history.get(5)).getResponses())
        .hasSize(45)
        .allSatisfy(response -> assertThat(response.name()).isEqualTo("call_tool"));
    assertThat(((UserMessage) history.get(3)).getText()).contains("the tool s__draw");
  }

  private static ToolCall call(String name) {
    return call(name, "{}");
  }

  private static ToolCall call(String name, String arguments) {
    return new ToolCall("id", "function", name, arguments);
  }

  private static List<Message> question() {
    return List.of(new UserMessage("Go"));
  }

  private List<Message> added(
      McpToolCallingManager.Builder manager, boolean returnDirect, ToolCall... calls) {
    List<Message> history =
        run(manager.build(), question(), returnDirect, calls).conversationHistory();
    return history.subList(1, history.size());
  }

  private ToolExecutionResult run(
      ToolCallingManager manager, List<Message> before, boolean returnDirect, ToolCall... calls) {
    return run(
        manager,
        before,
        McpToolCallbackProvider.builder().tools(catalog).returnDirect(tool -> returnDirect).build(),
        calls);
  }

  private McpToolCallbackProvider searching() {
    return McpToolCallbackProvider.builder()
        .tools(catalog)
        .toolSearch(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build())
        .build();
  }

  private static ToolExecutionResult run(
      ToolCallingManager manager,
      List<Message> before,
      McpToolCallbackProvider provider,
      ToolCall... calls) {
    List<ToolCallback> tools = new ArrayList<>(List.of(provider.getToolCallbacks()));
    tools.add(new ClockTool());
    AssistantMessage answer =
        AssistantMessage.builder().content("").toolCalls(Arrays.asList(calls)).build();
    return manager.executeToolCalls(
        new Prompt(
            before,
            ToolCallingChatOptions.builder()
                .toolCallbacks(tools)
                .toolContext(Map.of("tenant", "acme"))
                .build()),
        new ChatResponse(List.of(new Generation(answer))));
  }

  private static List<String> responses(List<Message> added) {
    return ((ToolResponseMessage) added.get(1))
        .getResponses().stream().map(ToolResponse::responseData).toList();
  }

  /** A tool of the application, which may depend on the calling thread. */
  private static final class ClockTool implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
      return ToolDefinition.builder().name("clock").description("Time").inputSchema("{}").build();
    }

    @Override
    public String call(String input) {
      return "noon on " + Thread.currentThread().getName();
    }
  }

  /** A manager that records the prompts that it gets. */
  private record RecordingManager(ToolCallingManager manager, List<List<Message>> seen)
      implements ToolCallingManager {

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
      return manager.resolveToolDefinitions(chatOptions);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
      seen.add(prompt.getInstructions());
      return manager.executeToolCalls(prompt, chatResponse);
    }
  }
}
