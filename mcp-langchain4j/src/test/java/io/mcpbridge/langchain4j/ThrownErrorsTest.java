package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolErrorVisibleToLlm;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolErrorContext;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolExecutionErrorHandler;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolService;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Errors as exceptions, for applications that want them. */
class ThrownErrorsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final List<Throwable> handled = new ArrayList<>();
  private List<String> arguments = List.of("{}");

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void executionErrorHandlerHandlesFailure() {
    server.tool("work").returns(FakeResult.failure(-32000, "Out of paper"));

    assertThat(resultText(this::handle)).isEqualTo("handled");
    assertThat(handled)
        .singleElement()
        .isInstanceOfSatisfying(
            McpToolException.class,
            e -> {
              assertThat(e).hasMessage("The call of s__work was refused: Out of paper");
              assertThat(e.output().failure()).isInstanceOf(McpErrorResponseException.class);
              assertThat(e.output().failure().delivery()).isEqualTo(Delivery.REFUSED);
            });
  }

  @Test
  void argumentsErrorHandlerHandlesInvalidParamsError() {
    server.tool("work").returns(FakeResult.failure(-32602, "Unknown argument: color"));

    assertThat(resultText(services -> services.toolArgumentsErrorHandler(this::handle)))
        .isEqualTo("handled");
    assertThat(handled)
        .singleElement()
        .isInstanceOfSatisfying(
            McpToolArgumentsException.class,
            e -> {
              assertThat(e).hasMessage("The call of s__work was refused: Unknown argument: color");
              assertThat(e.errorCode()).isEqualTo(-32602);
              assertThat(e.output().failure()).isInstanceOf(McpErrorResponseException.class);
            });
  }

  @Test
  void argumentsErrorHandlerHandlesInvalidArguments() {
    server
        .tool("work")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}");
    arguments = List.of("{\"n\": ", "{\"n\": []}");

    assertThat(resultText(services -> services.toolArgumentsErrorHandler(this::handle)))
        .isEqualTo("handled");
    assertThat(handled)
        .hasSize(2)
        .allSatisfy(
            error ->
                assertThat(error)
                    .isInstanceOfSatisfying(
                        McpToolArgumentsException.class, e -> assertThat(e.errorCode()).isNull())
                    .hasMessageStartingWith("The arguments of s__work "));
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** LangChain4j's default handler of argument errors rethrows. */
  @Test
  void argumentsErrorIsRethrownByDefault() {
    server.tool("work").returns(FakeResult.failure(-32602, "Unknown argument: color"));

    assertThatThrownBy(() -> resultText(services -> {}))
        .isInstanceOf(McpToolArgumentsException.class)
        .hasMessage("The call of s__work was refused: Unknown argument: color");
  }

  @Test
  void throwsErrorResultOfTool() {
    server.tool("work").returns(FakeResult.error("Too hot"));

    resultText(this::handle);

    assertThat(handled)
        .singleElement()
        .isInstanceOfSatisfying(
            McpToolException.class,
            e -> {
              assertThat(e).hasMessage("Too hot");
              assertThat(e.output().text()).isEqualTo("Error: Too hot");
            });
  }

  /** The message of the exception, and never that of its cause, which is for the developer. */
  @Test
  void modelGetsExceptionMessageWithoutHandler() {
    server.tool("work").returns(FakeResult.failure(-32000, "Out of paper"));

    assertThat(resultText(services -> {}))
        .isEqualTo("The call of s__work was refused: Out of paper");
  }

  /** With the logic of LangChain4j's {@code failInvocationUnlessVisibleToLlm()}. */
  @Test
  void toolErrorsAreVisibleToLlm() {
    assumeTrue(visibleToLlmExists(), "LangChain4j 1.21 or newer");
    server
        .tool("work")
        .handler(
            call ->
                call.arguments().has("color")
                    ? FakeResult.failure(-32602, "Unknown argument: color")
                    : FakeResult.error("Too hot"));
    arguments = List.of("{}", "{\"color\": 1}");

    String last =
        resultText(
            services ->
                services
                    .toolExecutionErrorHandler(ThrownErrorsTest::failUnlessVisibleToLlm)
                    .toolArgumentsErrorHandler(ThrownErrorsTest::failUnlessVisibleToLlm));

    assertThat(last).isEqualTo("The call of s__work was refused: Unknown argument: color");
    assertThat(openAi.requests().get(1).toolMessages()).containsValue("Error: Too hot");
  }

  private static boolean visibleToLlmExists() {
    try {
      return ToolErrorVisibleToLlm.class.isInterface();
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  private static ToolErrorHandlerResult failUnlessVisibleToLlm(
      Throwable error, ToolErrorContext context) {
    if (error instanceof ToolErrorVisibleToLlm visible) {
      return ToolErrorHandlerResult.text(visible.messageForLlm());
    }
    throw new IllegalStateException("not visible", error);
  }

  /** LangChain4j's API whose only result is a text. */
  @Test
  void throwsForTextExecutor() {
    server.tool("work").returns(FakeResult.error("Too hot"));
    try (McpToolProvider tools =
        McpToolProvider.builder().server("s", server.transport()).throwErrors().build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      ToolExecutor work = tools.provideTools(null).aiServiceTools().get(0).toolExecutor();
      ToolExecutionRequest request =
          ToolExecutionRequest.builder().name("s__work").arguments("{}").build();

      assertThatThrownBy(() -> work.execute(request, null))
          .isInstanceOf(McpToolException.class)
          .hasMessage("Too hot");
    }
  }

  @Test
  void doesNotThrowOnSuccess() {
    server.tool("work").returns("done");

    assertThat(resultText(services -> {})).isEqualTo("done");
  }

  private ToolErrorHandlerResult handle(Throwable error, ToolErrorContext context) {
    handled.add(error);
    return ToolErrorHandlerResult.text("handled");
  }

  private String resultText(ToolExecutionErrorHandler handler) {
    return resultText(services -> services.toolExecutionErrorHandler(handler));
  }

  private String resultText(Consumer<AiServices<Assistant>> handlers) {
    arguments.forEach(written -> openAi.calls(new Call("c1", "s__work", written)));
    openAi.says("ok");
    try (CapturedLog quiet = new CapturedLog(ToolService.class);
        McpToolProvider tools =
            McpToolProvider.builder().server("s", server.transport()).throwErrors().build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      AiServices<Assistant> services =
          AiServices.builder(Assistant.class).chatModel(openAi.model()).toolProvider(tools);
      handlers.accept(services);
      services.build().chat("Work!");
    }
    return openAi.requests().get(arguments.size()).toolMessages().get("c1");
  }
}
