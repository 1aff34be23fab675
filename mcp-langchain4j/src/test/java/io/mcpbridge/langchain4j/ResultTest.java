package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the model reads of a result, and what the application finds beside it. */
class ResultTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private McpToolProvider tools;

  /** Not the newest revision: there, every result has {@code _meta}, be it the server's name. */
  @BeforeEach
  void connect() {
    server.speaking("2025-11-25").tool("run");
    tools = McpToolProvider.builder().server("s", server.transport()).build();
    assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    openAi.close();
    server.close();
  }

  @Test
  void textsAreOnePlainText() {
    ToolExecution execution = run(FakeResult.text("one").andText("two"));

    assertThat(told()).isEqualTo("one\ntwo");
    assertThat(execution.result()).isEqualTo("one\ntwo");
    assertThat(execution.hasFailed()).isFalse();
  }

  @Test
  void structuredContentIsJsonForTheModelAndAnObjectForTheApplication() {
    ToolExecution execution = run(FakeResult.structured("{\"degrees\": 7, \"rain\": null}"));

    assertThat(told()).isEqualTo("{\"degrees\":7,\"rain\":null}");
    assertThat((Map<?, ?>) output(execution).structuredContent().value())
        .hasSize(2)
        .matches(object -> object.get("degrees").equals(7) && object.get("rain") == null);
  }

  @Test
  void structuredContentIsAnAttributeThatTheChatMemoryKeeps() {
    ToolExecution execution = run(FakeResult.structured("{\"degrees\": 7}"));

    assertThat(execution.attributes())
        .containsExactly(
            Map.entry(McpToolProvider.STRUCTURED_CONTENT_ATTRIBUTE, Map.of("degrees", 7)));
  }

  @Test
  void structuredContentWithoutTextIsToldToo() {
    run(FakeResult.empty().andStructured("{\"degrees\":7}"));

    assertThat(told()).isEqualTo("{\"degrees\":7}");
  }

  @Test
  void imageIsNotedForTheModelAndKeptForTheApplication() {
    ToolExecution execution =
        run(FakeResult.text("A map:").andImage(new byte[] {1, 2, 3}, "image/png"));

    assertThat(told()).startsWith("A map:\n").contains("image/png").doesNotContain("AQID");
    assertThat(output(execution).content())
        .filteredOn(ImageContent.class::isInstance)
        .singleElement()
        .extracting(image -> ((ImageContent) image).data())
        .isEqualTo("AQID");
  }

  @Test
  void imageBesideStructuredContentIsKept() {
    ToolOutput output =
        output(
            run(
                FakeResult.structured("{\"degrees\": 7}")
                    .andImage(new byte[] {1, 2, 3}, "image/png")));

    assertThat(output.structuredContent().value()).isEqualTo(Map.of("degrees", 7));
    assertThat(output.content()).hasAtLeastOneElementOfType(ImageContent.class);
  }

  @Test
  void structuredFailureIsBoth() {
    ToolExecution execution = run(FakeResult.error("Too hot").andStructured("{\"degrees\": 70}"));

    assertThat(execution.hasFailed()).isTrue();
    assertThat(output(execution).isError()).isTrue();
    assertThat(output(execution).structuredContent().value()).isEqualTo(Map.of("degrees", 70));
  }

  @Test
  void metaIsForTheApplicationOnly() {
    ToolExecution execution =
        run(FakeResult.text("found").with("_meta", "{\"example.com/trace\": \"t-1\"}"));

    assertThat(execution.attributes())
        .containsEntry(McpToolProvider.META_ATTRIBUTE, Map.of("example.com/trace", "t-1"));
    assertThat(openAi.requests().get(1).json().toJson()).doesNotContain("t-1");
  }

  @Test
  void metaCannotPassForAnAttributeOfLangChain4j() {
    ToolExecution execution =
        run(FakeResult.text("found").with("_meta", "{\"found_tools\": [\"s__run\"]}"));

    assertThat(execution.attributes()).containsOnlyKeys(McpToolProvider.META_ATTRIBUTE);
  }

  @Test
  void resultWithoutMetaHasNoAttributes() {
    assertThat(run(FakeResult.text("found")).attributes()).isEmpty();
  }

  @Test
  void executorGivesTheTextToThoseWhoAskForNoMore() {
    server.tool("run").returns(FakeResult.error("no"));
    ToolExecutor executor = tools.provideTools(null).aiServiceTools().get(0).toolExecutor();
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("c1").name("s__run").arguments("{}").build();

    assertThat(executor.execute(request, null)).isEqualTo("Error: no");
  }

  private ToolExecution run(FakeResult result) {
    server.tool("run").returns(result);
    openAi.calls(new Call("c1", "s__run", "{}")).says("done");
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat("Run!")
        .toolExecutions()
        .get(0);
  }

  private static ToolOutput output(ToolExecution execution) {
    return (ToolOutput) execution.resultObject();
  }

  private String told() {
    return openAi.requests().get(1).toolMessages().get("c1");
  }
}
