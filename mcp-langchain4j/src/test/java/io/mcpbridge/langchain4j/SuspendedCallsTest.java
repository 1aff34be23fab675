package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that wait for approval end the turn. A later process makes them, and the model reads the
 * results in place of the notes.
 */
class SuspendedCallsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  /** No two calls are of the same time. */
  private final AtomicLong millis = new AtomicLong(System.currentTimeMillis());

  private final ApprovalStore approvalStore =
      ApprovalStore.inMemory(() -> Instant.ofEpochMilli(millis.incrementAndGet()));
  private final List<McpToolProvider> providers = new ArrayList<>();
  private ChatMemoryStore memoryStore = new InMemoryChatMemoryStore();
  private int maxMessages = 20;
  private McpApprovals approvals;
  private McpToolProvider tools;

  private interface Agent {
    String chat(@MemoryId String id, @UserMessage String message);
  }

  private interface StreamingAgent {
    TokenStream chat(@MemoryId String id, @UserMessage String message);
  }

  @BeforeEach
  void connect() {
    server.tool("write").handler(call -> FakeResult.text("wrote " + call.string("path")));
    startProcess();
  }

  /** Nothing of the previous process is left but the stores. */
  private void startProcess() {
    approvals = McpApprovals.builder().store(approvalStore).suspendFor(Duration.ofDays(1)).build();
    tools =
        McpToolProvider.builder()
            .server("files", server.transport())
            .callOptions((tool, context) -> CallOptions.builder().user("ada").build())
            .catalog(
                catalog ->
                    catalog.approval(
                        ApprovalPolicy.builder().ask("write").handlerAsync(approvals).build()))
            .build();
    providers.add(tools);
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    providers.forEach(McpToolProvider::close);
    openAi.close();
    server.close();
  }

  private ChatMemory memory(Object id) {
    return MessageWindowChatMemory.builder()
        .id(id)
        .maxMessages(maxMessages)
        .chatMemoryStore(memoryStore)
        .build();
  }

  private String chat(String message) {
    return AiServices.builder(Agent.class)
        .chatModel(openAi.model())
        .chatMemoryProvider(this::memory)
        .toolProvider(tools)
        .build()
        .chat("c1", message);
  }

  private String resume() {
    return tools.resume(approvals, "c1", memory("c1"));
  }

  private static Call call(String id, String path) {
    return new Call(id, "files__write", "{\"path\":\"" + path + "\"}");
  }

  /** The turn in which the model makes calls. */
  private void suspend(Call... calls) {
    openAi.calls(calls).says("It waits");
    assertThat(chat("Go")).isEqualTo("It waits");
    assertThat(server.received("tools/call")).isEmpty();
  }

  private PendingApproval waiting(String path) {
    return approvals.all().stream()
        .filter(call -> path.equals(call.arguments().get("path")))
        .findFirst()
        .orElseThrow();
  }

  private void decide(String path, ApprovalDecision decision) {
    assertThat(approvals.decideAsApprover(waiting(path).id(), "ops", decision)).isTrue();
  }

  /** The results of calls that the model has read last, by the ids of its requests. */
  private Map<String, String> results() {
    List<ChatRequestBody> requests = openAi.requests();
    return requests.get(requests.size() - 1).toolMessages();
  }

  private String lastMessage() {
    List<ChatRequestBody> requests = openAi.requests();
    List<Object> messages = requests.get(requests.size() - 1).messages();
    return messages.get(messages.size() - 1).toString();
  }

  @Test
  void modelReadsResultInNextTurnOfAnotherProcess() {
    suspend(call("t1", "/a"));
    assertThat(results().get("t1")).contains("has not run", waiting("/a").id());
    startProcess();
    decide("/a", ApprovalDecision.allow());

    openAi.says("I wrote it");
    assertThat(chat(resume())).isEqualTo("I wrote it");

    assertThat(results()).containsExactly(Map.entry("t1", "wrote /a"));
    assertThat(lastMessage()).contains("their results are above: files__write");
    assertThat(server.received("tools/call")).hasSize(1);
    assertThat(resume()).as("nothing is new").isEmpty();
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void modelReadsResultInNextTurnWithStream() throws Exception {
    try (OpenAiStub streaming = OpenAiStub.streaming()) {
      streaming.calls(call("t1", "/a")).says("It waits").says("I wrote it");
      StreamingAgent agent =
          AiServices.builder(StreamingAgent.class)
              .streamingChatModel(streaming.streamingModel())
              .chatMemoryProvider(this::memory)
              .toolProvider(tools)
              .build();
      assertThat(complete(agent.chat("c1", "Go"))).isEqualTo("It waits");
      decide("/a", ApprovalDecision.allow());

      assertThat(complete(agent.chat("c1", resume()))).isEqualTo("I wrote it");

      assertThat(streaming.requests().get(2).toolMessages()).containsEntry("t1", "wrote /a");
    }
  }

  private static String complete(TokenStream stream) throws Exception {
    CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    stream
        .onPartialResponse(word -> {})
        .onCompleteResponse(response::complete)
        .onError(response::completeExceptionally)
        .start();
    return response.get(60, TimeUnit.SECONDS).aiMessage().text();
  }

  private interface Resuming {
    @UserMessage("Go on")
    String resume(@MemoryId String id);
  }

  /** The application can declare the message once, but an AI service needs one. */
  @Test
  void serviceNeedsUserMessage() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    resume();

    assertThatThrownBy(() -> chat("")).isInstanceOf(RuntimeException.class);
    openAi.says("I wrote it");
    assertThat(
            AiServices.builder(Resuming.class)
                .chatModel(openAi.model())
                .chatMemoryProvider(this::memory)
                .toolProvider(tools)
                .build()
                .resume("c1"))
        .isEqualTo("I wrote it");

    assertThat(results()).containsEntry("t1", "wrote /a");
  }

  @Test
  void allowedCallOfBatchIsNotLostIfAnotherIsRefused() {
    suspend(call("t1", "/a"), call("t2", "/b"), call("t3", "/c"));
    decide("/a", ApprovalDecision.deny("not there"));
    decide("/b", ApprovalDecision.allow());
    decide("/c", ApprovalDecision.answer("wrote it by hand"));

    openAi.says("Partly");
    chat(resume());

    assertThat(results())
        .containsEntry("t1", "files__write did not run: not there.")
        .containsEntry("t2", "wrote /b")
        .containsEntry("t3", "wrote it by hand");
    assertThat(toolResults(memory("c1").messages()))
        .extracting(ToolExecutionResultMessage::isError)
        .containsExactly(true, false, false);
  }

  private static List<ToolExecutionResultMessage> toolResults(List<ChatMessage> messages) {
    return messages.stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(ToolExecutionResultMessage.class::cast)
        .toList();
  }

  @Test
  void newMessageIsAnsweredWhileCallsWait() {
    suspend(call("t1", "/a"), call("t2", "/b"));
    decide("/b", ApprovalDecision.allow());

    openAi.says("Sunny");
    assertThat(chat(resume() + "\n\nAnd the weather?")).isEqualTo("Sunny");
    assertThat(results()).containsEntry("t2", "wrote /b");
    assertThat(results().get("t1")).contains("has not run");

    assertThat(resume()).isEmpty();
    decide("/a", ApprovalDecision.allow());
    openAi.says("Both are there");
    chat(resume());
    assertThat(results()).containsEntry("t1", "wrote /a").containsEntry("t2", "wrote /b");
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void expiredCallDoesNotRun() {
    suspend(call("t1", "/a"), call("t2", "/b"));
    decide("/b", ApprovalDecision.allow());
    millis.addAndGet(Duration.ofDays(2).toMillis());

    openAi.says("Too late");
    chat(resume());

    assertThat(results().get("t1")).contains("did not run", "it was not approved in time");
    assertThat(results().get("t2")).contains("did not run", "the time for running it was up");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void callWithoutAnswerIsUnknown() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    server.injectNext("tools/call", Faults.disconnect());

    openAi.says("I will check");
    chat(resume());

    assertThat(results().get("t1")).contains("not known whether files__write ran", "Check before");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void changedToolNeedsAnotherApproval() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    server.tool("write").description("Writes elsewhere").returns("elsewhere");
    assertThat(tools.catalog().refresh(List.of("files"), Duration.ofSeconds(60))).isTrue();

    openAi.says("Again?");
    chat(resume());

    assertThat(results().get("t1")).contains("changed after the approval");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void evictedRequestEndsInSentenceForNextMessage() {
    maxMessages = 4;
    suspend(call("t1", "/a"));
    openAi.says("Sunny").says("I wrote it").says("Fine");
    chat("What about approval " + waiting("/a").id() + "?");
    decide("/a", ApprovalDecision.allow());

    String text = resume();
    assertThat(text).contains("files__write", "/a", "wrote /a");
    assertThat(resume()).as("it is not in the memory yet").isEqualTo(text);
    assertThat(chat(text)).isEqualTo("I wrote it");

    assertThat(lastMessage()).contains("wrote /a");
    assertThat(resume()).isEmpty();
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void messagesThatArriveDuringTheCallStay() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    server
        .tool("write")
        .handler(
            call -> {
              memory("c1").add(dev.langchain4j.data.message.UserMessage.from("Are you there?"));
              return FakeResult.text("wrote /a");
            });

    openAi.says("I wrote it");
    chat(resume());

    assertThat(results()).containsEntry("t1", "wrote /a");
    assertThat(openAi.requests().get(2).messages().toString()).contains("Are you there?");
  }

  @Test
  void quotedApprovalIsNotItsResult() {
    maxMessages = 4;
    suspend(call("t1", "/a"));
    String id = waiting("/a").id();
    openAi.says("Sunny");
    chat("Is the call that waited for approval " + id + " over?");
    decide("/a", ApprovalDecision.allow());

    assertThat(resume()).contains(id, "wrote /a");
  }

  /** LangChain4j takes the text of a parameter with {@code @UserMessage} for a template. */
  @Test
  void resultIsNoTemplate() {
    server.tool("write").returns("wrote {{{name}}}");
    maxMessages = 2;
    suspend(call("t1", "/a"));
    openAi.says("Sunny").says("I wrote it");
    chat("And the weather?");
    decide("/a", ApprovalDecision.allow());

    assertThat(chat(resume())).isEqualTo("I wrote it");

    assertThat(lastMessage()).contains("wrote { { {name}}}");
    assertThat(resume()).isEmpty();
  }

  /** It was made, but the process ended before the memory was saved. */
  @Test
  void recordedResultIsDeliveredWithoutAnotherCall() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    ChatMemoryStore saved = memoryStore;
    memoryStore =
        new InMemoryChatMemoryStore() {
          @Override
          public List<ChatMessage> getMessages(Object memoryId) {
            return saved.getMessages(memoryId);
          }

          @Override
          public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            throw new IllegalStateException("down");
          }
        };
    assertThatThrownBy(this::resume).hasMessage("down");
    memoryStore = saved;
    startProcess();

    openAi.says("I wrote it");
    chat(resume());

    assertThat(results()).containsEntry("t1", "wrote /a");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void findsNoteInStoredMessages(boolean storesAttributes) {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());
    List<ChatMessage> messages =
        ChatMessageDeserializer.messagesFromJson(
            ChatMessageSerializer.messagesToJson(memoryStore.getMessages("c1")));
    if (!storesAttributes) {
      messages.replaceAll(
          message ->
              message instanceof ToolExecutionResultMessage result
                  ? ToolExecutionResultMessage.from(result.id(), result.toolName(), result.text())
                  : message);
    }
    memoryStore.updateMessages("c1", messages);

    resume();

    assertThat(toolResults(memory("c1").messages()))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.id()).isEqualTo("t1");
              assertThat(result.toolName()).isEqualTo("files__write");
              assertThat(result.text()).isEqualTo("wrote /a");
            });
  }

  @Test
  void resultsStayInTheirConversation() {
    suspend(call("t1", "/a"));
    decide("/a", ApprovalDecision.allow());

    assertThat(tools.resume(approvals, "c2", memory("c2"))).isEmpty();
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** An AI service without {@code @MemoryId} does not tell its tools the id of its memory. */
  @Test
  void memoryOfServiceWithoutMemoryId() {
    ChatMemory shared = memory("c3");
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(openAi.model())
            .chatMemory(shared)
            .toolProvider(tools)
            .build();
    openAi.calls(call("t1", "/a")).says("It waits").says("I wrote it");
    assistant.chat("Go");
    decide("/a", ApprovalDecision.allow());

    assertThat(tools.resume(approvals, "c4", memory("c4"))).as("another conversation").isEmpty();
    assertThat(server.received("tools/call")).isEmpty();
    assistant.chat(tools.resume(approvals, "c3", shared));

    assertThat(results()).containsEntry("t1", "wrote /a");
  }

  @Test
  void callRunsWithCatalogOfRequesterOnly() {
    FakeMcpServer ofBob = FakeMcpServer.create();
    ofBob.tool("write").returns("wrote for bob");
    try (ofBob;
        ToolCatalog bob =
            ToolCatalog.builder()
                .server("files", ofBob.transport())
                .approval(ApprovalPolicy.builder().ask("write").handlerAsync(approvals).build())
                .build()) {
      assertThat(bob.awaitReady(Duration.ofSeconds(60))).isTrue();
      McpToolProvider perUser =
          McpToolProvider.builder()
              .tools(tools.catalog())
              .toolsPerInvocation(context -> "bob".equals(user(context)) ? bob : tools.catalog())
              .callOptions((tool, context) -> CallOptions.builder().user(user(context)).build())
              .build();
      openAi.calls(call("t1", "/a")).says("It waits");
      AiServices.builder(UserAssistant.class)
          .chatModel(openAi.model())
          .chatMemory(memory("c1"))
          .toolProvider(perUser)
          .build()
          .chat("Go", InvocationParameters.from("user", "ada"));
      decide("/a", ApprovalDecision.allow());

      assertThat(resume(perUser, "bob")).isEmpty();
      assertThat(ofBob.received("tools/call")).isEmpty();
      assertThat(server.received("tools/call")).isEmpty();
      assertThat(resume(perUser, "ada")).contains("files__write");
      assertThat(server.received("tools/call")).hasSize(1);
    }
  }

  private static String user(InvocationContext context) {
    return context.invocationParameters().get("user");
  }

  private String resume(McpToolProvider provider, String user) {
    return provider.resume(approvals, "c1", memory("c1"), InvocationParameters.from("user", user));
  }
}
