package io.mcpbridge.langchain4j.sampling;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolUseContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps the model's response to a sampling result. */
final class SamplingResultMapping {

  private SamplingResultMapping() {}

  static CreateMessageResult of(ChatResponse response, ChatModel model) {
    return new CreateMessageResult(
        content(response.aiMessage()), modelName(response, model), stopReason(response));
  }

  /** Thinking is not passed on. There is always a block, because a message requires one. */
  private static List<SamplingContent> content(AiMessage message) {
    List<SamplingContent> content = new ArrayList<>();
    if (message.text() != null) {
      content.add(TextContent.of(message.text()));
    }
    for (Image image : message.images()) {
      if (image.base64Data() != null && image.mimeType() != null) {
        content.add(
            new ImageContent(image.base64Data(), image.mimeType(), Annotations.none(), Map.of()));
      }
    }
    int number = 0;
    for (ToolExecutionRequest use : message.toolExecutionRequests()) {
      // Models of some providers do not number their calls.
      number++;
      String id = use.id() == null ? "call_" + number : use.id();
      content.add(new ToolUseContent(id, use.name(), input(use), Map.of()));
    }
    return content.isEmpty() ? List.of(TextContent.of("")) : content;
  }

  private static Map<String, @Nullable Object> input(ToolExecutionRequest use) {
    return use.arguments() == null || use.arguments().isBlank()
        ? Map.of()
        : Json.readObject(use.arguments());
  }

  private static String modelName(ChatResponse response, ChatModel model) {
    if (response.modelName() != null) {
      return response.modelName();
    }
    ChatRequestParameters defaults = model.defaultRequestParameters();
    return defaults != null && defaults.modelName() != null
        ? defaults.modelName()
        : model.provider().name().toLowerCase(Locale.ROOT);
  }

  /** LangChain4j does not distinguish a stop sequence from the end of a turn. */
  private static @Nullable String stopReason(ChatResponse response) {
    if (response.aiMessage().hasToolExecutionRequests()) {
      return "toolUse";
    }
    FinishReason reason = response.finishReason();
    return reason == null
        ? null
        : switch (reason) {
          case STOP -> "endTurn";
          case LENGTH -> "maxTokens";
          case TOOL_EXECUTION -> "toolUse";
          case CONTENT_FILTER -> "contentFilter";
          case OTHER -> null;
        };
  }
}
