package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.McpToolResults;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;

/** Tools of MCP servers know the conversation that a ChatClient names by an advisor parameter. */
@ExtendWith(OutputCaptureExtension.class)
class McpAdvisorTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  @SpringBootApplication
  static class EventsApplication {
    private final BlockingQueue<McpEvent.CallFinished> calls = new LinkedBlockingQueue<>();

    @Bean
    ToolCatalogCustomizer oneCallPerConversation() {
      return catalog -> catalog.callGuards(limits -> limits.maxCallsPerConversation(1));
    }

    @EventListener
    void callFinished(McpEvent.CallFinished event) {
      calls.add(event);
    }

    Object nextConversation() throws InterruptedException {
      McpEvent.CallFinished event = calls.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      return event.call().caller().conversationId();
    }
  }

  private void start(String modelUrl) {
    context =
        Applications.start(
            EventsApplication.class,
            "--spring.ai.openai.base-url=" + modelUrl,
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.s.url=" + server.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(10))).isTrue();
  }

  private void start() {
    server.tool("read").returns("text");
    start(model.url());
  }

  @AfterEach
  void close() {
    context.close();
    server.close();
  }

  private McpToolCallbackProvider tools() {
    return context.getBean(McpToolCallbackProvider.class);
  }

  private Object nextConversation() throws InterruptedException {
    return context.getBean(EventsApplication.class).nextConversation();
  }

  private static Advisor memory(int order) {
    return MessageChatMemoryAdvisor.builder(MessageWindowChatMemory.builder().build())
        .order(order)
        .build();
  }

  private static Advisor memory() {
    return memory(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER);
  }

  private static String ask(ChatClient chat, String conversation, boolean isStreaming) {
    ChatClient.ChatClientRequestSpec prompt =
        chat.prompt("Go").advisors(with -> with.param(ChatMemory.CONVERSATION_ID, conversation));
    return isStreaming
        ? String.join("", prompt.stream().content().collectList().block(SOON))
        : prompt.call().content();
  }

  @ParameterizedTest
  @CsvSource({
    Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER + ",false",
    Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER + ",true",
    Ordered.HIGHEST_PRECEDENCE + ",false",
    Ordered.HIGHEST_PRECEDENCE + ",true",
    "0,false",
    "0,true"
  })
  void callsBelongToConversationOfChatMemory(int memoryOrder, boolean isStreaming)
      throws InterruptedException {
    start();
    model.callsTool("s__read", "{}").says("first").callsTool("s__read", "{}").says("second");
    ChatClient chat =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(tools())
            .defaultAdvisors(memory(memoryOrder))
            .build();

    assertThat(ask(chat, "chat-7", isStreaming)).isEqualTo("first");
    assertThat(nextConversation()).isEqualTo("chat-7");
    assertThat(ask(chat, "chat-7", isStreaming)).isEqualTo("second");

    assertThat(model.requests().get(3).body().toString())
        .as("the memory")
        .contains("first")
        .as("the guard")
        .contains("the limit of 1 tool calls for this conversation");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void concurrentConversationsOfOneChatClientAreKeptApart(boolean isStreaming) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    AtomicInteger number = new AtomicInteger();
    server
        .tool("count")
        .handler(
            call -> {
              String text = "n" + number.incrementAndGet();
              barrier.await(10, TimeUnit.SECONDS);
              return FakeResult.text(text);
            });
    try (EchoingModel echo = new EchoingModel()) {
      start(echo.url());
      ChatClient chat =
          context
              .getBean(ChatClient.Builder.class)
              .defaultToolCallbacks(tools().getToolCallbacks())
              .defaultAdvisors(memory())
              .build();
      List<String> answers = Collections.synchronizedList(new ArrayList<>());
      List<Thread> threads =
          List.of("a", "b").stream()
              .map(id -> new Thread(() -> answers.add(ask(chat, id, isStreaming))))
              .toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(answers).containsExactlyInAnyOrder("n1", "n2");
      assertThat(List.of(nextConversation(), nextConversation()))
          .containsExactlyInAnyOrder("a", "b");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyBuilderGetsItByOneLine(boolean isStreaming, CapturedOutput output)
      throws InterruptedException {
    start();
    model.callsTool("s__read", "{}").says("first").callsTool("s__read", "{}").says("second");
    ChatClient chat =
        ChatClient.builder(context.getBean(ChatModel.class))
            .defaultToolCallbacks(tools())
            .defaultAdvisors(McpAdvisor.create(), memory())
            .build();

    ask(chat, "chat-7", isStreaming);
    ask(chat, "chat-7", isStreaming);

    assertThat(nextConversation()).isEqualTo("chat-7");
    assertThat(model.requests().get(3).body().toString())
        .contains("the limit of 1 tool calls for this conversation");
    assertThat(output).doesNotContain("McpAdvisor.create()");
  }

  @Test
  void missingAdvisorOfChatWithMemoryIsReportedOnce(CapturedOutput output) {
    start();
    model.callsTool("s__read", "{}").says("1").callsTool("s__read", "{}").says("2");
    model.callsTool("s__read", "{}").says("3");
    ChatClient chat =
        ChatClient.builder(context.getBean(ChatModel.class))
            .defaultToolCallbacks(tools())
            .defaultAdvisors(memory())
            .build();

    ask(chat, "chat-7", false);
    ask(chat, "chat-7", false);
    ask(chat, "chat-7", false);

    assertThat(output.toString().split("Add McpAdvisor.create\\(\\)", -1)).hasSize(2);
  }

  /** Records the requests on their way. */
  private record RecordingAdvisor(int getOrder, List<ChatClientRequest> requests)
      implements CallAdvisor {

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
      requests.add(request);
      return chain.nextCall(request);
    }

    @Override
    public String getName() {
      return "recording " + getOrder;
    }
  }

  @Test
  void requestWithoutToolsOfServersPassesUnchanged() {
    start();
    model.callsTool("greet", "\"Ada\"").says("fine");
    List<ChatClientRequest> requests = new ArrayList<>();

    ChatClientResponse response =
        context
            .getBean(ChatClient.Builder.class)
            .defaultAdvisors(
                new RecordingAdvisor(Ordered.HIGHEST_PRECEDENCE, requests),
                new RecordingAdvisor(Ordered.HIGHEST_PRECEDENCE + 101, requests))
            .build()
            .prompt("Go")
            .toolCallbacks(
                FunctionToolCallback.builder("greet", (String name) -> "Hello " + name)
                    .inputType(String.class)
                    .build())
            .advisors(with -> with.param(ChatMemory.CONVERSATION_ID, "chat-7"))
            .call()
            .chatClientResponse();

    assertThat(requests).hasSize(2);
    assertThat(requests.get(1)).isSameAs(requests.get(0));
    assertThat(response.context()).doesNotContainKey(McpToolResults.CONTEXT_KEY);
  }

  @Test
  void toolContextAndOptionsOfTheApplicationStayUnchanged() {
    start();
    model.callsTool("s__read", "{}").says("fine");
    List<ChatClientRequest> requests = new ArrayList<>();

    ChatClient chat =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(tools())
            .defaultAdvisors(
                new RecordingAdvisor(Ordered.HIGHEST_PRECEDENCE, requests),
                new RecordingAdvisor(Ordered.HIGHEST_PRECEDENCE + 101, requests))
            .build();
    ask(chat, "chat-7", false);

    ToolCallingChatOptions original =
        (ToolCallingChatOptions) requests.get(0).prompt().getOptions();
    ToolCallingChatOptions advised = (ToolCallingChatOptions) requests.get(1).prompt().getOptions();
    assertThat(advised).isNotSameAs(original).hasSameClassAs(original);
    assertThat(advised.getModel()).isEqualTo(original.getModel());
    assertThat(advised.getToolContext()).isEqualTo(original.getToolContext());
    assertThat(requests.get(1).prompt().getInstructions())
        .isEqualTo(requests.get(0).prompt().getInstructions());
  }
}
