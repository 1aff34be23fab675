package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.sampling.SamplingConsent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeType;

/** How the model's response maps to a sampling result. */
class SamplingResponseTest {

  @ParameterizedTest
  @CsvSource({
    "STOP, endTurn",
    "end_turn, endTurn",
    "stop_sequence, stopSequence",
    "LENGTH, maxTokens",
    "max_tokens, maxTokens",
    "CONTENT_FILTER, contentFilter",
    "SAFETY, contentFilter",
    "other,",
    ","
  })
  void whyTheModelStopped(String reason, String stopReason) {
    Generation generation =
        new Generation(
            new AssistantMessage("a"),
            ChatGenerationMetadata.builder().finishReason(reason).build());

    assertThat(sampled(generation).stopReason()).isEqualTo(stopReason);
  }

  @Test
  void generatesMissingToolUseIds() {
    Generation generation =
        new Generation(
            AssistantMessage.builder()
                .content("Adding.")
                .toolCalls(
                    List.of(
                        new ToolCall("", "function", "add", "{\"a\":1}"),
                        new ToolCall("c", "function", "now", "")))
                .build());

    assertThat(sampled(generation).content())
        .containsExactly(
            TextContent.of("Adding."),
            new ToolUseContent("call_1", "add", Map.of("a", 1), Map.of()),
            new ToolUseContent("c", "now", Map.of(), Map.of()));
    assertThat(sampled(generation).stopReason()).isEqualTo("toolUse");
  }

  @Test
  void returnsImagesOfModel() {
    Generation generation =
        new Generation(
            AssistantMessage.builder()
                .content("A cat")
                .media(
                    List.of(
                        new Media(
                            MimeType.valueOf("image/png"),
                            new ByteArrayResource(new byte[] {1, 2, 3}))))
                .build());

    assertThat(sampled(generation).content())
        .containsExactly(
            TextContent.of("A cat"),
            new ImageContent("AQID", "image/png", Annotations.none(), Map.of()));
  }

  /** As the adapter for Anthropic of Spring AI 1.1 returns it. */
  @Test
  void withholdsThinking() {
    Generation thinking =
        new Generation(
            AssistantMessage.builder()
                .content("Hm.")
                .properties(Map.of("signature", "abc"))
                .build());

    assertThat(sampled(thinking, new Generation(new AssistantMessage("Yes."))).content())
        .containsExactly(TextContent.of("Yes."));
    assertThat(sampled(thinking).content()).containsExactly(TextContent.of(""));
  }

  @Test
  void hintSelectsModel() {
    CreateMessageResult result =
        SpringAiSampling.builder(named("default"))
            .alsoModel("claude-3-5-haiku", named("haiku"))
            .consent(SamplingConsent.forServers("s"))
            .build()
            .handle(request("haiku"), new InputContext(CallerContext.unknown("s"), null));

    assertThat(result.model()).isEqualTo("haiku");
  }

  private static ChatModel named(String name) {
    return prompt ->
        new ChatResponse(
            List.of(new Generation(new AssistantMessage("Hi."))),
            ChatResponseMetadata.builder().model(name).build());
  }

  private static CreateMessageResult sampled(Generation... generations) {
    return SpringAiSampling.builder(prompt -> new ChatResponse(Arrays.asList(generations)))
        .consent(SamplingConsent.forServers("s"))
        .build()
        .handle(request(), new InputContext(CallerContext.unknown("s"), null));
  }

  private static CreateMessageRequest request(String... hints) {
    return new CreateMessageRequest(
        List.of(new SamplingMessage("user", List.of(TextContent.of("Hi")), Map.of())),
        40,
        null,
        new ModelPreferences(List.of(hints), null, null, null),
        null,
        List.of(),
        null,
        List.of(),
        null,
        Map.of(),
        Map.of());
  }
}
