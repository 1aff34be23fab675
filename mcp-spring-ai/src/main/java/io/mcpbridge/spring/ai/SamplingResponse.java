package io.mcpbridge.spring.ai;

import io.mcpbridge.json.Json;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolUseContent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.content.Media;

/** Maps the model's response to a sampling result. */
final class SamplingResponse {

  private SamplingResponse() {}

  static CreateMessageResult of(ChatResponse response, ChatModel model) {
    List<SamplingContent> content = new ArrayList<>();
    int number = 0;
    for (Generation generation : response.getResults()) {
      AssistantMessage message = generation.getOutput();
      if (isThinking(message)) {
        continue;
      }
      if (message.getText() != null && !message.getText().isEmpty()) {
        content.add(TextContent.of(message.getText()));
      }
      message.getMedia().forEach(media -> add(media, content));
      for (ToolCall call : message.getToolCalls()) {
        // Models of some providers do not number their calls.
        number++;
        String id = call.id() == null || call.id().isEmpty() ? "call_" + number : call.id();
        content.add(new ToolUseContent(id, call.name(), input(call), Map.of()));
      }
    }
    return new CreateMessageResult(
        content.isEmpty() ? List.of(TextContent.of("")) : content, // a message requires a block
        modelName(response, model),
        number > 0 ? "toolUse" : stopReason(response));
  }

  /** Spring AI 1.1 makes the thinking of Claude a generation of its own. */
  private static boolean isThinking(AssistantMessage message) {
    return message.getMetadata().containsKey("signature") && message.getToolCalls().isEmpty();
  }

  private static void add(Media media, List<SamplingContent> content) {
    if (!(media.getData() instanceof byte[] bytes)) {
      return; // an address, which the server could not read
    }
    String base64 = Base64.getEncoder().encodeToString(bytes);
    String mimeType = media.getMimeType().toString();
    if (mimeType.startsWith("image/")) {
      content.add(new ImageContent(base64, mimeType, Annotations.none(), Map.of()));
    } else if (mimeType.startsWith("audio/")) {
      content.add(new AudioContent(base64, mimeType, Annotations.none(), Map.of()));
    }
  }

  private static Map<String, @Nullable Object> input(ToolCall call) {
    return call.arguments() == null || call.arguments().isBlank()
        ? Map.of()
        : Json.readObject(call.arguments());
  }

  private static String modelName(ChatResponse response, ChatModel model) {
    String name = response.getMetadata().getModel();
    if (name != null && !name.isEmpty()) {
      return name;
    }
    String configured = model.getDefaultOptions().getModel();
    return configured == null || configured.isEmpty()
        ? model.getClass().getSimpleName()
        : configured;
  }

  /** Spring AI passes on the words of the provider. */
  private static @Nullable String stopReason(ChatResponse response) {
    Generation last = response.getResults().get(response.getResults().size() - 1);
    String reason = last.getMetadata().getFinishReason();
    return reason == null
        ? null
        : switch (reason.toLowerCase(Locale.ROOT)) {
          case "stop", "end_turn" -> "endTurn";
          case "stop_sequence" -> "stopSequence";
          case "length", "max_tokens", "model_length" -> "maxTokens";
          case "content_filter", "content_filtered", "safety", "refusal" -> "contentFilter";
          default -> null;
        };
  }
}
