package io.mcpbridge.langchain4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolUseContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the model's response maps to a sampling result. */
class SamplingResultMappingTest {

  private static final ChatModel NAMELESS = new ChatModel() {};

  @ParameterizedTest
  @CsvSource({
    "STOP, endTurn",
    "LENGTH, maxTokens",
    "TOOL_EXECUTION, toolUse",
    "CONTENT_FILTER, contentFilter",
    "OTHER,",
    ","
  })
  void whyTheModelStopped(FinishReason reason, String stopReason) {
    assertThat(of(AiMessage.from("a"), reason).stopReason()).isEqualTo(stopReason);
  }

  @Test
  void reportsProviderIfModelHasNoName() {
    assertThat(of(AiMessage.from("a"), null).model()).isEqualTo("other");
  }

  @Test
  void generatesMissingToolUseIds() {
    AiMessage message =
        AiMessage.from(
            "Adding.",
            List.of(
                ToolExecutionRequest.builder().name("add").arguments("{\"a\":1}").build(),
                ToolExecutionRequest.builder().name("now").build(),
                ToolExecutionRequest.builder().name("now").build()));

    assertThat(of(message, FinishReason.STOP).content())
        .containsExactly(
            TextContent.of("Adding."),
            new ToolUseContent("call_1", "add", Map.of("a", 1), Map.of()),
            new ToolUseContent("call_2", "now", Map.of(), Map.of()),
            new ToolUseContent("call_3", "now", Map.of(), Map.of()));
    assertThat(of(message, FinishReason.STOP).stopReason()).isEqualTo("toolUse");
  }

  @Test
  void returnsEmptyTextForMessageWithoutContent() {
    assertThat(of(AiMessage.builder().thinking("Hm.").build(), null).content())
        .containsExactly(TextContent.of(""));
  }

  private static CreateMessageResult of(AiMessage message, FinishReason reason) {
    return SamplingResultMapping.of(
        ChatResponse.builder().aiMessage(message).finishReason(reason).build(), NAMELESS);
  }
}
