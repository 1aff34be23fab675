package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one user of an AI service always allows, another must approve separately. */
class ApprovalPerUserTest {

  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final List<ApprovalRequest> approvalRequests = new CopyOnWriteArrayList<>();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server.tool("purge").returns("purged");
    catalog =
        ToolCatalog.builder()
            .server("files", server.transport())
            .approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.ASK)
                    .handler(
                        request -> {
                          approvalRequests.add(request);
                          return ApprovalDecision.allowAlways();
                        })
                    .build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    USER.remove();
    openAi.close();
    catalog.close();
    server.close();
  }

  private interface Conversation {
    String chat(@MemoryId Object id, @UserMessage String message);
  }

  private static ThreadContextProvider.ContextSnapshot capture() {
    String user = USER.get();
    return user == null
        ? ThreadContextProvider.NOTHING
        : new ThreadContextProvider.ContextSnapshot() {
          @Override
          public Object user() {
            return user;
          }

          @Override
          public <T extends @Nullable Object> T call(Supplier<T> call) {
            return call.get();
          }
        };
  }

  private void modelCalls(String name) {
    openAi.calls(new Call("c1", name, "{}"), new Call("c2", name, "{}")).says("done");
  }

  /** Even by a name that the model mangled. */
  @Test
  void approvalIsOfThreadContextUser() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .threadContext(ApprovalPerUserTest::capture)
            .build();
    HallucinatedToolNames names = tools.hallucinatedToolNames();
    Supplier<UserAssistant> service =
        () ->
            AiServices.builder(UserAssistant.class)
                .chatModel(openAi.model())
                .toolProvider(tools)
                .hallucinatedToolNameStrategy(names)
                .beforeToolExecution(names.invocations())
                .build();

    USER.set("ada");
    modelCalls("files__purge");
    service.get().chat("Go", InvocationParameters.from("a", "b"));
    modelCalls("files.purge");
    service.get().chat("Go", InvocationParameters.from("a", "b"));
    USER.set("grace");
    modelCalls("files.purge");
    service.get().chat("Go", InvocationParameters.from("a", "b"));
    modelCalls("files__purge");
    service.get().chat("Go", InvocationParameters.from("a", "b"));
    USER.remove();
    modelCalls("files__purge");
    service.get().chat("Go", InvocationParameters.from("a", "b"));

    assertThat(approvalRequests)
        .extracting(ApprovalRequest::user)
        .containsExactly("ada", "grace", null);
    assertThat(server.received("tools/call")).hasSize(10);
  }

  @Test
  void memoryIdIdentifiesConversationWithoutUser() {
    Conversation service =
        AiServices.builder(Conversation.class)
            .chatModel(openAi.model())
            .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
            .toolProvider(McpToolProvider.of(catalog))
            .build();

    for (Object id : List.of("ada", "ada", "grace", 7, "grace", 7L)) {
      modelCalls("files__purge");
      service.chat(id, "Go");
    }

    assertThat(approvalRequests).extracting(ApprovalRequest::user).containsOnlyNulls();
    assertThat(approvalRequests)
        .extracting(request -> request.caller().conversationId())
        .containsExactly("ada", "grace", 7, 7L);
    assertThat(server.received("tools/call")).hasSize(12);
  }

  @Test
  void approvalIsOfCallOptionsUser() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .callOptions(
                (tool, context) ->
                    CallOptions.builder()
                        .user(context.invocationParameters().<String>get("user"))
                        .build())
            .build();
    UserAssistant service =
        AiServices.builder(UserAssistant.class)
            .chatModel(openAi.model())
            .toolProvider(tools)
            .build();

    for (String user : List.of("ada", "grace", "ada")) {
      modelCalls("files__purge");
      service.chat("Go", InvocationParameters.from("user", user));
    }

    assertThat(approvalRequests).extracting(ApprovalRequest::user).containsExactly("ada", "grace");
  }
}
