package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures do not end the conversation: the model gets a sentence, the application the details. */
class FailureTest {

  private final FakeMcpServer good = FakeMcpServer.create();
  private final FakeMcpServer bad = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
  private McpToolProvider tools;

  @BeforeEach
  void offer() {
    good.tool("ping").returns("pong");
    bad.tool("work").returns("done");
  }

  @AfterEach
  void close() {
    tools.close();
    openAi.close();
    good.close();
    bad.close();
    log.close();
  }

  @Test
  void unavailableServerAtStartAffectsOnlyItsOwnTools() {
    bad.close();
    connect();
    openAi.calls(new Call("c1", "good__ping", "{}")).says("ok");

    chat();

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("good__ping");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "pong");
  }

  @Test
  void unavailableServerKeepsItsTools() {
    connect();
    bad.close();

    ToolExecution failed = callWork("{}");

    assertThat(failed.hasFailed()).isTrue();
    assertThat(openAi.requests().get(0).functions()).containsKeys("good__ping", "bad__work");
    assertThat(resultText())
        .isEqualTo(
            "bad__work is temporarily unavailable; it did not run."
                + " Go on without it or try later.");
    assertThat(failure(failed)).isInstanceOf(McpConnectException.class);
  }

  @Test
  void returnsInvalidParamsErrorToModel() {
    bad.tool("work").returns(FakeResult.failure(-32602, "Unknown argument: color"));
    connect();
    openAi
        .calls(new Call("c1", "bad__work", "{\"color\": \"red\"}"))
        .calls(new Call("c2", "good__ping", "{}"))
        .says("repaired");

    Result<String> result = chat();

    assertThat(result.content()).isEqualTo("repaired");
    assertThat(openAi.requests().get(1).toolMessages())
        .containsEntry("c1", "The call of bad__work was refused: Unknown argument: color");
    assertThat(failure(result.toolExecutions().get(0)))
        .isInstanceOf(McpErrorResponseException.class);
  }

  @Test
  void rejectsMalformedArguments() {
    connect();

    ToolExecution failed = callWork("{\"color\": ");

    assertThat(failed.hasFailed()).isTrue();
    assertThat(resultText()).startsWith("The arguments of bad__work cannot be read");
    assertThat(bad.received("tools/call")).isEmpty();
  }

  @Test
  void treatsMissingArgumentsAsEmpty() {
    connect();

    callWork("");

    assertThat(resultText()).isEqualTo("done");
    assertThat(bad.received("tools/call").get(0).arguments().toMap()).isEmpty();
  }

  @Test
  void timesOutIfServerDoesNotRespond() {
    bad.inject("tools/call", Faults.silence());
    connect(ServerOptions.builder().timeout(Duration.ofSeconds(1)).build());

    ToolExecution failed = callWork("{}");

    assertThat(failed.hasFailed()).isTrue();
    assertThat(resultText()).isEqualTo("bad__work did not answer in time; it may still have run.");
    assertThat(failure(failed)).isInstanceOf(McpTimeoutException.class);
  }

  private void connect() {
    connect(ServerOptions.defaults());
  }

  private void connect(ServerOptions options) {
    tools =
        McpToolProvider.builder()
            .server("good", good.transport())
            .server("bad", bad.transport(), options)
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolExecution callWork(String arguments) {
    openAi.calls(new Call("c1", "bad__work", arguments)).says("sorry");
    return chat().toolExecutions().get(0);
  }

  private Result<String> chat() {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat("Work!");
  }

  private String resultText() {
    return openAi.requests().get(1).toolMessages().get("c1");
  }

  private static Throwable failure(ToolExecution execution) {
    return McpToolProvider.outputOf(execution).failure();
  }
}
