package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the model reads of a result, and what the application gets in addition. */
class ResultTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private McpToolProvider tools;

  /**
   * Not the newest revision: there, every result has {@code _meta}, if only with the server's name.
   */
  @BeforeEach
  void connect() {
    server.speaking("2025-11-25").tool("run");
    tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .returnToolResultAttributes(true)
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    openAi.close();
    server.close();
  }

  @Test
  void joinsTextContent() {
    ToolExecution execution = run(FakeResult.text("one").andText("two"));

    assertThat(resultText()).isEqualTo("one\ntwo");
    assertThat(execution.result()).isEqualTo("one\ntwo");
    assertThat(execution.hasFailed()).isFalse();
    assertThat(execution.resultObject()).as("as with LangChain4j's own client").isNull();
    assertThat(output(execution))
        .isEqualTo(
            new ToolOutput(
                "one\ntwo", false, null, List.of(TextContent.of("one\ntwo")), Map.of(), null));
  }

  @Test
  void truncatesTextForModelOnly() {
    String text = "x".repeat(60_000);

    ToolExecution execution = run(FakeResult.text(text));

    assertThat(resultText()).hasSizeLessThan(60_000);
    assertThat(output(execution).content()).containsExactly(TextContent.of(text));
  }

  @Test
  void structuredContentIsJsonTextAndResultObject() {
    ToolExecution execution = run(FakeResult.structured("{\"degrees\": 7, \"rain\": null}"));

    Map<String, Object> expected = new HashMap<>();
    expected.put("degrees", 7);
    expected.put("rain", null);
    assertThat(resultText()).isEqualTo("{\"degrees\":7,\"rain\":null}");
    assertThat(execution.resultObject()).isEqualTo(expected).hasToString("{degrees=7, rain=null}");
    assertThat(((Map<?, ?>) execution.resultObject()).get("degrees")).isEqualTo(7);
    assertThat(output(execution).structuredContent().value()).isEqualTo(expected);
  }

  /** From 2026-07-28 on, structured content is any JSON value. */
  @Test
  void nonObjectStructuredContentIsResultObject() {
    FakeMcpServer newest = FakeMcpServer.create();
    newest.tool("list").returns(FakeResult.structured("[7, null]"));
    newest.tool("number").returns(FakeResult.structured("7"));
    try (newest;
        McpToolProvider offered =
            McpToolProvider.builder().server("s", newest.transport()).build()) {
      assertThat(offered.awaitReady(Duration.ofSeconds(60))).isTrue();

      ToolExecutionResult list = execute(offered, "s__list");
      ToolExecutionResult number = execute(offered, "s__number");

      assertThat(list.result()).isEqualTo(Arrays.asList(7, null));
      assertThat(number.result()).isEqualTo(7);
      assertThat(List.of(list, number))
          .extracting(result -> McpToolProvider.outputOf(result).structuredContent().value())
          .containsExactly(list.result(), 7);
    }
  }

  @Test
  void foreignToolResultHasOutput() {
    ToolOutput output =
        McpToolProvider.outputOf(
            ToolExecutionResult.builder().isError(true).resultText("no").result(1).build());

    assertThat(output)
        .isEqualTo(new ToolOutput("no", true, null, List.of(TextContent.of("no")), Map.of(), null));
  }

  @Test
  void structuredContentIsChatMemoryAttribute() {
    ToolExecution execution = run(FakeResult.structured("{\"degrees\": 7}"));

    assertThat(execution.attributes())
        .containsExactly(
            Map.entry(McpToolProvider.STRUCTURED_CONTENT_ATTRIBUTE, Map.of("degrees", 7)));
  }

  @Test
  void modelReadsStructuredContentWithoutText() {
    run(FakeResult.empty().andStructured("{\"degrees\":7}"));

    assertThat(resultText()).isEqualTo("{\"degrees\":7}");
  }

  @Test
  void imageIsNoteForModelAndObjectForApplication() {
    ToolExecution execution =
        run(FakeResult.text("A map:").andImage(new byte[] {1, 2, 3}, "image/png"));

    assertThat(resultText()).startsWith("A map:\n").contains("image/png").doesNotContain("AQID");
    assertThat(output(execution).content())
        .filteredOn(ImageContent.class::isInstance)
        .singleElement()
        .extracting(image -> ((ImageContent) image).data())
        .isEqualTo("AQID");
  }

  @Test
  void keepsImageBesideStructuredContent() {
    ToolOutput output =
        output(
            run(
                FakeResult.structured("{\"degrees\": 7}")
                    .andImage(new byte[] {1, 2, 3}, "image/png")));

    assertThat(output.structuredContent().value()).isEqualTo(Map.of("degrees", 7));
    assertThat(output.content()).hasAtLeastOneElementOfType(ImageContent.class);
  }

  @Test
  void errorResultKeepsStructuredContent() {
    ToolExecution execution = run(FakeResult.error("Too hot").andStructured("{\"degrees\": 70}"));

    assertThat(execution.hasFailed()).isTrue();
    assertThat(execution.resultObject()).isEqualTo(Map.of("degrees", 70));
    assertThat(output(execution).isError()).isTrue();
    assertThat(output(execution).content()).isNotEmpty();
  }

  @Test
  void metaIsNotSentToModel() {
    ToolExecution execution =
        run(FakeResult.text("found").with("_meta", "{\"example.com/trace\": \"t-1\"}"));

    assertThat(execution.attributes())
        .containsEntry(McpToolProvider.META_ATTRIBUTE, Map.of("example.com/trace", "t-1"));
    assertThat(openAi.requests().get(1).json().toJson()).doesNotContain("t-1");
  }

  @Test
  void metaCannotOverrideLangChain4jAttributes() {
    ToolExecution execution =
        run(FakeResult.text("found").with("_meta", "{\"found_tools\": [\"s__run\"]}"));

    assertThat(execution.attributes()).containsOnlyKeys(McpToolProvider.META_ATTRIBUTE);
  }

  @Test
  void resultWithoutMetaHasNoAttributes() {
    assertThat(run(FakeResult.text("found")).attributes()).isEmpty();
  }

  @Test
  void executorReturnsText() {
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
    return McpToolProvider.outputOf(execution);
  }

  private static ToolExecutionResult execute(McpToolProvider offered, String tool) {
    return offered
        .provideTools(null)
        .toolExecutorByName(tool)
        .executeWithContext(
            ToolExecutionRequest.builder().id("c1").name(tool).arguments("{}").build(), null);
  }

  private String resultText() {
    return openAi.requests().get(1).toolMessages().get("c1");
  }
}
