package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Calls that wait for approval end the turn. A later process makes them, and the model reads the
 * results with the next message of the user.
 */
class SuspendedCallsChatTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  /** No two calls are of the same time. */
  private static final AtomicLong MILLIS = new AtomicLong(System.currentTimeMillis());

  private static ApprovalStore approvalStore;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final InMemoryChatMemoryRepository messages = new InMemoryChatMemoryRepository();
  private int maxMessages = 20;
  private ConfigurableApplicationContext context;

  @SpringBootApplication
  static class SuspendingApplication {

    @Bean
    McpApprovals approvals() {
      return McpApprovals.builder().store(approvalStore).suspendFor(Duration.ofDays(1)).build();
    }
  }

  @BeforeEach
  void start() {
    approvalStore = ApprovalStore.inMemory(() -> Instant.ofEpochMilli(MILLIS.incrementAndGet()));
    server.tool("write").handler(call -> FakeResult.text("wrote " + call.string("path")));
    startProcess();
  }

  private void startProcess() {
    context =
        Applications.start(
            SuspendingApplication.class,
            "--spring.ai.openai.base-url=" + model.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.files.url=" + server.url(),
            "--mcp.client.servers.files.approval.ask=write");
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
  }

  /** Nothing of the previous process is left but the stores. */
  private void restart() {
    context.close();
    startProcess();
  }

  @AfterEach
  void close() {
    SecurityContextHolder.clearContext();
    context.close();
    server.close();
  }

  private McpApprovals approvals() {
    return context.getBean(McpApprovals.class);
  }

  private ChatMemory memory() {
    return MessageWindowChatMemory.builder()
        .chatMemoryRepository(messages)
        .maxMessages(maxMessages)
        .build();
  }

  private String chat(String message, String conversation, boolean isStreaming) {
    ChatClient.ChatClientRequestSpec prompt =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
            .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory()).build())
            .build()
            .prompt(message)
            .advisors(with -> with.param(ChatMemory.CONVERSATION_ID, conversation));
    return isStreaming
        ? String.join("", prompt.stream().content().collectList().block(SOON))
        : prompt.call().content();
  }

  private String chat(String message) {
    return chat(message, "c1", false);
  }

  private OpenAiStub modelWrites(String... paths) {
    for (String path : paths) {
      model.callsTool("files__write", "{\"path\":\"" + path + "\"}");
    }
    return model;
  }

  private void decide(String path, ApprovalDecision decision) {
    PendingApproval waiting =
        approvals().all().stream()
            .filter(call -> path.equals(call.arguments().get("path")))
            .findFirst()
            .orElseThrow();
    assertThat(approvals().decideAsApprover(waiting.id(), "ops", decision)).isTrue();
  }

  private ModelRequest lastRequest() {
    List<ModelRequest> requests = model.requests();
    return requests.get(requests.size() - 1);
  }

  /** The texts of the user that the model has read last. */
  private List<String> userTexts() {
    List<String> texts = new ArrayList<>();
    for (JsonNode message : lastRequest().body().path("messages")) {
      if (message.path("role").asText().equals("user")) {
        JsonNode content = message.path("content");
        texts.add(content.isArray() ? content.path(0).path("text").asText() : content.asText());
      }
    }
    return texts;
  }

  private String lastUserText() {
    List<String> texts = userTexts();
    return texts.get(texts.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void modelReadsResultInNextTurnOfAnotherProcess(boolean isStreaming) {
    modelWrites("/a").says("It waits").says("I wrote it").says("As I said");
    assertThat(chat("Go", "c1", isStreaming)).isEqualTo("It waits");
    assertThat(lastRequest().toolResults().toString()).contains("has not run");
    assertThat(server.received("tools/call")).isEmpty();
    restart();
    decide("/a", ApprovalDecision.allow());

    assertThat(chat("And now?", "c1", isStreaming)).isEqualTo("I wrote it");

    assertThat(userTexts()).hasSize(2);
    assertThat(lastUserText())
        .contains("files__write", "not from the user: wrote /a")
        .endsWith("\n\nAnd now?");
    assertThat(chat("Really?", "c1", isStreaming)).isEqualTo("As I said");
    assertThat(userTexts().get(1)).as("the memory has it").contains("wrote /a");
    assertThat(lastUserText()).isEqualTo("Really?");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  /** A memory that has the tool messages goes on as well. */
  @Test
  void conversationMayHaveToolMessages() {
    modelWrites("/a").says("It waits").says("I wrote it");
    chat("Go");
    String note = lastRequest().toolResults().get(0).asText();
    List<Message> withTools =
        List.of(
            new UserMessage("Go"),
            AssistantMessage.builder()
                .content("")
                .toolCalls(
                    List.of(
                        new AssistantMessage.ToolCall(
                            "t1", "function", "files__write", "{\"path\":\"/a\"}")))
                .build(),
            ToolResponseMessage.builder()
                .responses(
                    List.of(new ToolResponseMessage.ToolResponse("t1", "files__write", note)))
                .build(),
            new AssistantMessage("It waits"));
    messages.saveAll("c1", withTools);
    decide("/a", ApprovalDecision.allow());

    assertThat(chat("And now?")).isEqualTo("I wrote it");

    assertThat(lastRequest().toolResults()).hasSize(1);
    assertThat(lastUserText()).contains("wrote /a");
  }

  @Test
  void allowedCallOfBatchIsNotLostIfAnotherIsRefused() {
    modelWrites("/a", "/b", "/c").says("They wait").says("Partly");
    chat("Go");
    decide("/a", ApprovalDecision.deny("not there"));
    decide("/b", ApprovalDecision.allow());
    decide("/c", ApprovalDecision.answer("wrote it by hand"));

    chat("And now?");

    assertThat(lastUserText().lines())
        .hasSize(5)
        .anyMatch(line -> line.endsWith("files__write did not run: not there."))
        .anyMatch(line -> line.endsWith("wrote /b"))
        .anyMatch(line -> line.endsWith("wrote it by hand"));
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void newMessageIsAnsweredWhileCallsWait() {
    modelWrites("/a").says("It waits").says("Sunny").says("I wrote it");
    chat("Go");

    assertThat(chat("And the weather?")).isEqualTo("Sunny");
    assertThat(lastUserText()).isEqualTo("And the weather?");
    decide("/a", ApprovalDecision.allow());
    assertThat(chat("And now?")).isEqualTo("I wrote it");

    assertThat(lastUserText()).contains("wrote /a");
  }

  @Test
  void expiredAndUnknownCallsAreNotRunAgain() {
    modelWrites("/a", "/b").says("They wait").says("I will check").says("Too late");
    chat("Go");
    decide("/b", ApprovalDecision.allow());
    server.injectNext("tools/call", Faults.disconnect());

    chat("And now?");
    assertThat(lastUserText()).contains("not known whether files__write ran");
    MILLIS.addAndGet(Duration.ofDays(2).toMillis());
    chat("And now?");

    assertThat(lastUserText()).contains("did not run: it was not approved in time");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void memoryMayHaveDroppedTheConversation() {
    maxMessages = 2;
    modelWrites("/a").says("It waits").says("Sunny").says("I wrote it");
    chat("Go");
    chat("And the weather?");
    decide("/a", ApprovalDecision.allow());

    assertThat(chat("And now?")).isEqualTo("I wrote it");

    assertThat(lastUserText()).contains("{\"path\":\"/a\"}", "wrote /a");
  }

  /** The call was made, but the model did not answer. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resultIsKeptForNextTurnIfModelFails(boolean isStreaming) {
    modelWrites("/a").says("It waits");
    chat("Go");
    decide("/a", ApprovalDecision.allow());
    assertThatThrownBy(() -> chat("And now?", "c1", isStreaming))
        .isInstanceOf(RuntimeException.class);
    model.says("I wrote it");

    assertThat(chat("And now?", "c1", isStreaming)).isEqualTo("I wrote it");

    assertThat(lastUserText()).contains("wrote /a");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void resultsStayInTheirConversation() {
    modelWrites("/a").says("It waits").says("Hello");
    chat("Go");
    decide("/a", ApprovalDecision.allow());

    chat("Hi", "c2", false);

    assertThat(lastUserText()).isEqualTo("Hi");
    assertThat(approvals().suspended(null, "c1"))
        .extracting(PendingApproval::state)
        .containsExactly(ApprovalState.ALLOWED);
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** Which turn goes on with it is not known. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void applicationMakesCallOfUnknownConversation(CapturedOutput output) {
    modelWrites("/a").says("It waits").says("Hello");
    ChatClient chat =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
            .build();
    assertThat(chat.prompt("Go").call().content()).isEqualTo("It waits");
    assertThat(output).contains("A call of files__write waits for approval in an unknown");
    decide("/a", ApprovalDecision.allow());

    assertThat(chat.prompt("And now?").call().content()).isEqualTo("Hello");
    assertThat(lastUserText()).isEqualTo("And now?");
    assertThat(server.received("tools/call")).isEmpty();
    assertThat(context.getBean(ToolCatalog.class).resume(approvals(), CallOptions.defaults()))
        .extracting(ResumedCall::text)
        .containsExactly("wrote /a");
  }

  /** Even if another one uses the same conversation. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callIsMadeForItsUser(boolean isStreaming) {
    modelWrites("/a").says("It waits").says("Hello").says("I wrote it");
    signIn("ada");
    chat("Go", "c1", isStreaming);
    decide("/a", ApprovalDecision.allow());

    signIn("bob");
    assertThat(chat("Hi", "c1", isStreaming)).isEqualTo("Hello");
    assertThat(lastUserText()).isEqualTo("Hi");
    assertThat(server.received("tools/call")).isEmpty();
    signIn("ada");
    assertThat(chat("And now?", "c1", isStreaming)).isEqualTo("I wrote it");

    assertThat(lastUserText()).contains("wrote /a");
  }

  private static void signIn(String user) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken(user, null, "USER"));
  }
}
