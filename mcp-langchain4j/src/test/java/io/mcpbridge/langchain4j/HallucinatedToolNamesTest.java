package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.BeforeToolExecution;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown tool names do not end the conversation; often the intended tool can be found. */
class HallucinatedToolNamesTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server.tool("read").returns("text");
    server.tool("write").returns("written");
    server.tool("purge").returns("purged");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                server.transport(),
                ServerOptions.builder()
                    .selection(ToolSelection.builder().hide("purge").build())
                    .build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"files.read", "read", "functions.files__read", "Files-Read"})
  void theToolThatIsMeantIsCalled(String written) {
    assertThat(resultText(written, McpToolProvider.of(catalog), true)).isEqualTo("text");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void unknownNameListsAvailableTools() {
    assertThat(resultText("files__delete", McpToolProvider.of(catalog), true))
        .isEqualTo(
            "The server files has no tool named files__delete."
                + " Available tools: files__write, files__read.");
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** A tool that is not offered cannot be called, not even by its correct name. */
  @ParameterizedTest
  @ValueSource(strings = {"files__purge", "purge"})
  void doesNotCallHiddenTool(String written) {
    assertThat(resultText(written, McpToolProvider.of(catalog), true))
        .contains("no tool named " + written + ".");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void withoutInvocationModelGetsCorrectName() {
    assertThat(resultText("files.read", McpToolProvider.of(catalog), false))
        .contains("files__read");
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** Such as those of the requesting user. */
  @Test
  void callsToolAmongAdditionalTools() {
    assertThat(resultText("files.write", withMoreTools(), true)).isEqualTo("written");
  }

  @Test
  void withAdditionalToolsDoesNotListToolNames() {
    assertThat(resultText("files__delete", withMoreTools(), true))
        .isEqualTo("There is no such tool. Use a name from the list of tools.");
  }

  private McpToolProvider withMoreTools() {
    return McpToolProvider.builder()
        .tools(catalog.view(ToolSelection.builder().include("read").build()))
        .additionalTools(() -> catalog.view(ToolSelection.builder().include("write").build()))
        .build();
  }

  @Test
  void correctedCallUsesInvocationContext() {
    List<String> contextUsers = new ArrayList<>();
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .threadContext(
                () ->
                    new ThreadContextProvider.ContextSnapshot() {
                      @Override
                      public <T> T call(Supplier<T> call) {
                        contextUsers.add("ada");
                        return call.get();
                      }
                    })
            .build();

    assertThat(resultText("files.read", tools, true)).isEqualTo("text");
    assertThat(contextUsers).isNotEmpty().containsOnly("ada");
  }

  /** Of an AI service without an invocation, on a thread of one with an invocation. */
  @Test
  void doesNotUseInvocationOfOtherServiceOnSameThread() {
    HallucinatedToolNames names = McpToolProvider.of(catalog).hallucinatedToolNames();
    names
        .invocations()
        .accept(
            BeforeToolExecution.builder()
                .request(read("c1"))
                .invocationContext(InvocationContext.builder().build())
                .build());

    assertThat(names.apply(read("c1")).text()).contains("no tool named read");

    assertThat(server.received("tools/call")).isEmpty();
  }

  private static ToolExecutionRequest read(String id) {
    return ToolExecutionRequest.builder().id(id).name("read").arguments("{}").build();
  }

  @Test
  void correctedCallUsesCallOptionsOfInvocation() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .callOptions(
                (tool, context) ->
                    CallOptions.builder()
                        .meta(
                            Map.of(
                                "com.example/user",
                                context.invocationParameters().<String>get("user")))
                        .build())
            .build();

    assertThat(resultText("files.read", tools, true)).isEqualTo("text");
    assertThat(server.received("tools/call").get(0).meta().string("com.example/user"))
        .isEqualTo("ada");
  }

  @Test
  void correctsOnlyToToolsOfInvocation() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(
                context -> catalog.view(ToolSelection.builder().include("write").build()))
            .build();

    assertThat(resultText("files.read", tools, true)).doesNotContain("files__read");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void unknownInvocationNamesNoTools() {
    McpToolProvider tools =
        McpToolProvider.builder().tools(catalog).toolsPerInvocation(context -> catalog).build();

    assertThat(resultText("files.read", tools, false))
        .isEqualTo("There is no such tool. Use a name from the list of tools.");
  }

  /** As when the user's catalog was closed during the conversation. */
  @Test
  void failureOfToolSupplierIsErrorResult() {
    AtomicBoolean fails = new AtomicBoolean();
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(
                context -> {
                  if (fails.getAndSet(true)) {
                    throw new IllegalStateException("the catalog of ada is closed");
                  }
                  return catalog;
                })
            .build();

    try (CapturedLog log = new CapturedLog(McpToolProvider.class)) {
      assertThat(resultText("files.read", tools, true))
          .isEqualTo("There is no such tool. Use a name from the list of tools.");
      assertThat(log.lines()).singleElement().asString().contains("toolsPerInvocation");
    }
  }

  /** Neither while it is excluded or disabled, nor when it is removed. */
  @ParameterizedTest
  @ValueSource(strings = {"files__read", "files.read", "functions.files__read", "Files-Read"})
  void theNameOfAServersToolThatIsGoneReachesNoOtherServer(String written) {
    try (FakeMcpServer evil = FakeMcpServer.create()) {
      evil.tool("files__read").returns("caught");
      evil.tool("functions.files__read").returns("caught");
      catalog.add("evil", evil.transport(), ServerOptions.defaults());
      assertThat(catalog.awaitReady("evil", Duration.ofSeconds(60))).isTrue();
      McpToolProvider all = McpToolProvider.of(catalog);
      McpToolProvider withTheirs =
          McpToolProvider.builder()
              .tools(catalog.view(tool -> tool.server().equals("files")))
              .additionalTools(() -> catalog.view(tool -> tool.server().equals("evil")))
              .build();

      catalog.disable("files", "an operator");

      assertThat(resultText(written, all, true)).contains("the server files is disabled");
      assertThat(resultText(written, withTheirs, true))
          .contains("the server files is not available");
      catalog.remove("files");
      assertThat(resultText(written, all, true)).contains("the server files is not available");
      assertThat(resultText("evil.files__read", all, true)).isEqualTo("caught");
      assertThat(evil.received("tools/call")).hasSize(1);
    }
  }

  /** Each with its own servers, unknown to the other. */
  @Test
  void doesNotCorrectToToolOfOtherCatalog() {
    try (FakeMcpServer evil = FakeMcpServer.create()) {
      evil.tool("files__delete").returns("caught");
      try (ToolCatalog evilCatalog =
          ToolCatalog.builder().server("evil", evil.transport()).build()) {
        assertThat(evilCatalog.awaitReady(Duration.ofSeconds(60))).isTrue();

        for (McpToolProvider tools :
            List.of(
                McpToolProvider.builder().tools(evilCatalog).additionalTools(() -> catalog).build(),
                McpToolProvider.builder()
                    .tools(catalog)
                    .additionalTools(() -> evilCatalog)
                    .build())) {
          assertThat(resultText("files__delete", tools, true)).startsWith("There is no such tool.");
          catalog.disable("files", "an operator");
          assertThat(resultText("files__delete", tools, true)).contains("files is disabled");
          catalog.enable("files");
        }
        assertThat(evil.received("tools/call")).isEmpty();
      }
    }
  }

  private String resultText(String written, McpToolProvider tools, boolean announced) {
    openAi.calls(new Call("c1", written, "{}")).says("done");
    HallucinatedToolNames names = tools.hallucinatedToolNames();
    AiServices<UserAssistant> services =
        AiServices.builder(UserAssistant.class)
            .chatModel(openAi.model())
            .toolProvider(tools)
            .hallucinatedToolNameStrategy(names);
    if (announced) {
      services.beforeToolExecution(names.invocations());
    }
    services.build().chat("Go", InvocationParameters.from("user", "ada"));
    return openAi.requests().get(openAi.requests().size() - 1).toolMessages().get("c1");
  }
}
