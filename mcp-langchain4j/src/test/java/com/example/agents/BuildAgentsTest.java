package com.example.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.langchain4j.CurrentInvocation;
import io.mcpbridge.langchain4j.HallucinatedToolNames;
import io.mcpbridge.langchain4j.InvocationCredentials;
import io.mcpbridge.langchain4j.McpToolException;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LangChain4j's settings for tools. */
class BuildAgentsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ChatModel model = openAi.model();
  private ToolCatalog catalog;

  /** Each message names the user of its chat. */
  interface Assistant {
    Result<String> chat(@UserMessage String message, InvocationParameters parameters);
  }

  interface StreamingAssistant {
    TokenStream chat(String message);
  }

  @BeforeEach
  void connect() {
    server.tool("read").annotations("{\"readOnlyHint\": true}").returns("text");
    server.tool("render_page").returns(FakeResult.structured("{\"pages\": 3}"));
    server.tool("delete").returns(FakeResult.error("nothing to delete"));
    catalog = ToolCatalog.builder().server("files", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    server.close();
  }

  @Test
  void toolsPerUser() {
    openAi.says("one").says("two");

    ToolView readers =
        catalog.view(ToolSelection.builder().include(ToolPattern.any().readOnly()).build());
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(
                context -> context.invocationParameters().containsKey("admin") ? catalog : readers)
            .build();
    Assistant assistant =
        AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build();

    assistant.chat("Which files are there?", InvocationParameters.from("admin", true));

    assistant.chat("Which files are there?", new InvocationParameters());
    assertThat(openAi.requests().get(0).functions()).hasSize(3);
    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("files__read");
  }

  @Test
  void callsWithUserToken() {
    URI url = URI.create(server.url());

    Transport files =
        StreamableHttpTransport.builder(url)
            .credentials(
                InvocationCredentials.of(
                        context ->
                            BearerToken.of(() -> context.invocationParameters().get("token")))
                    .orElse(BearerToken.of("token-of-the-application")))
            .build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .server("files", files)
            .callOptions(
                (tool, context) ->
                    CallOptions.builder()
                        .meta(
                            Map.of(
                                "com.example/tenant",
                                context.invocationParameters().<String>get("tenant")))
                        .build())
            .build();

    try (tools) {
      assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();
      openAi.calls(new Call("c1", "files__read", "{}")).says("done");
      Map<String, Object> ada = Map.of("token", "of-ada", "tenant", "acme");
      chat(tools, InvocationParameters.from(ada));
    }
    assertThat(server.received("tools/call").get(0).header("Authorization"))
        .isEqualTo("Bearer of-ada");
    assertThat(server.received("tools/call").get(0).meta().string("com.example/tenant"))
        .isEqualTo("acme");
  }

  @Test
  void catalogPerUser() {
    Map<String, String> tokens = Map.of("ada", "of-ada");
    openAi.says("Hello");

    UserCatalogs<String> users =
        UserCatalogs.<String>builder(
                user ->
                    ToolCatalog.builder()
                        .server("files", transport(BearerToken.of(() -> tokens.get(user)))))
            .build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(context -> users.of(context.invocationParameters().get("user")))
            .build();

    try (users) {
      chat(tools, InvocationParameters.from("user", "ada"));
    }
    assertThat(server.received("tools/list"))
        .extracting(list -> list.header("Authorization"))
        .contains("Bearer of-ada");
    assertThat(openAi.requests().get(0).functions()).hasSize(3);
  }

  private Transport transport(Credentials credentials) {
    return StreamableHttpTransport.builder(URI.create(server.url()))
        .credentials(credentials)
        .build();
  }

  @Test
  void fixedArgumentFromInvocation() {
    ToolOptions options =
        ToolOptions.builder()
            .fixedArgument(
                "tenant", () -> CurrentInvocation.get().invocationParameters().get("tenant"))
            .build();

    assertThat(options.fixedArguments().names()).containsExactly("tenant");
  }

  @Test
  void returnsResultDirectly() {
    openAi.calls(new Call("c1", "files__render_page", "{}"));

    McpToolProvider tools =
        McpToolProvider.builder().tools(catalog).returnDirect("render_*").build();

    Result<String> result = chat(tools, new InvocationParameters());

    ToolExecution rendered = result.toolExecutions().get(0);
    Object pages = ((Map<?, ?>) rendered.resultObject()).get("pages");
    ToolOutput output = McpToolProvider.outputOf(rendered);

    assertThat(pages).isEqualTo(3);
    assertThat(output.content()).isNotEmpty();
  }

  @Test
  void toolSearch() {
    openAi.says("Hello");

    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .alwaysVisible("read", "list_*")
            .build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(tools)
            .toolSearchStrategy(new SimpleToolSearchStrategy())
            .chatMemory(MessageWindowChatMemory.withMaxMessages(50))
            .build();

    assistant.chat("Hello", new InvocationParameters());
    assertThat(openAi.requests().get(0).functions())
        .containsOnlyKeys("files__read", "tool_search_tool");
  }

  @Test
  void correctsHallucinatedToolName() {
    McpToolProvider tools = McpToolProvider.of(catalog);
    openAi.calls(new Call("c1", "files.read", "{}")).says("done");

    HallucinatedToolNames names = tools.hallucinatedToolNames();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(tools)
            .hallucinatedToolNameStrategy(names)
            .beforeToolExecution(names.invocations())
            .build();

    assistant.chat("Read", new InvocationParameters());
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "text");
  }

  @Test
  void concurrentToolCalls() {
    McpToolProvider tools = McpToolProvider.of(catalog);
    openAi
        .calls(new Call("c1", "files__read", "{}"), new Call("c2", "files__read", "{\"a\":1}"))
        .says("done");
    ExecutorService threads = Executors.newCachedThreadPool();

    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(tools)
            .executeToolsConcurrently(threads)
            .build();

    assistant.chat("Read", new InvocationParameters());
    threads.shutdown();
    assertThat(openAi.requests().get(1).toolMessages()).containsOnlyKeys("c1", "c2");
  }

  @Test
  void streamsResponse() {
    McpToolProvider tools = McpToolProvider.of(catalog);
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<String> results = new CopyOnWriteArrayList<>();
    try (OpenAiStub streaming = OpenAiStub.streaming()) {
      streaming.calls(new Call("c1", "files__read", "{}")).says("done");
      StreamingChatModel streamingModel = streaming.streamingModel();

      StreamingAssistant assistant =
          AiServices.builder(StreamingAssistant.class)
              .streamingChatModel(streamingModel)
              .toolProvider(tools)
              .build();
      assistant
          .chat("Which files are there?")
          .onPartialResponse(System.out::print)
          .onToolExecuted(execution -> results.add(execution.result()))
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(answer::completeExceptionally)
          .start();

      assertThat(answer.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("done");
    }
    assertThat(results).containsExactly("text");
  }

  private Assistant assistant(ToolCatalog catalog) {
    McpToolProvider tools = McpToolProvider.builder().tools(catalog).throwErrors().build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(tools)
            .toolExecutionErrorHandler(
                (error, context) -> {
                  if (error instanceof McpToolException failed
                      && failed.output().failure() == null) {
                    return ToolErrorHandlerResult.text(failed.getMessage()); // the tool's own error
                  }
                  throw new IllegalStateException("The agent cannot go on", error);
                })
            .toolArgumentsErrorHandler(
                (error, context) -> {
                  if (error instanceof McpException ends) {
                    throw ends; // of a limit, or of a ToolErrorHandler
                  }
                  return ToolErrorHandlerResult.text(error.getMessage());
                })
            .build();
    return assistant;
  }

  @Test
  void errorsOfToolsAndOfCalls() {
    server.tool("print").returns(FakeResult.failure(-32000, "Out of paper"));
    try (ToolCatalog printing = ToolCatalog.builder().server("files", server.transport()).build()) {
      assertThat(printing.awaitReady(Duration.ofSeconds(30))).isTrue();
      openAi
          .calls(new Call("c1", "files__delete", "{}"), new Call("c2", "files__read", "{\"a\": "))
          .calls(new Call("c3", "files__print", "{}"));

      assertThatThrownBy(() -> assistant(printing).chat("Delete", new InvocationParameters()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("The agent cannot go on")
          .hasCauseInstanceOf(McpToolException.class);

      assertThat(openAi.requests().get(1).toolMessages())
          .containsEntry("c1", "nothing to delete")
          .hasEntrySatisfying("c2", text -> assertThat(text).contains("arguments of files__read"));
    }
  }

  @Test
  void exceptionOfToolErrorHandlerEndsCall() {
    try (ToolCatalog strict =
        ToolCatalog.builder()
            .server("files", server.transport())
            .toolErrorHandler(
                error -> {
                  throw error.exception();
                })
            .build()) {
      assertThat(strict.awaitReady(Duration.ofSeconds(30))).isTrue();
      openAi.calls(new Call("c1", "files__delete", "{}"));

      assertThatThrownBy(() -> assistant(strict).chat("Delete", new InvocationParameters()))
          .isInstanceOf(McpToolErrorException.class);
    }
  }

  private Result<String> chat(McpToolProvider tools, InvocationParameters parameters) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .toolProvider(tools)
        .build()
        .chat("Go", parameters);
  }
}
