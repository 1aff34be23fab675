package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.Visibility;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.util.ReflectionUtils;

/** Maps a sampling request to a prompt; adds nothing of the host. */
final class SamplingPrompt {

  /** Of Spring AI 2. */
  private static final @Nullable Method MUTATE =
      ReflectionUtils.findMethod(ChatOptions.class, "mutate");

  /** Of Spring AI 1.1. */
  private static final @Nullable Method RUN_TOOLS =
      ReflectionUtils.findMethod(
          ToolCallingChatOptions.class, "setInternalToolExecutionEnabled", Boolean.class);

  private final List<Message> messages = new ArrayList<>();
  private final Map<String, String> toolNames = new HashMap<>();

  private SamplingPrompt() {}

  /**
   * @param server the requesting server
   * @param model determines the form of schemas and the other options
   * @param maxTokens the limit of the output
   * @param reports receives the tools that are left out or whose schemas were reduced
   */
  static Prompt of(
      CreateMessageRequest request,
      String server,
      ChatModel model,
      int maxTokens,
      ToolOfferLog reports) {
    SamplingPrompt prompt = new SamplingPrompt();
    if (request.systemPrompt() != null && !request.systemPrompt().isBlank()) {
      prompt.messages.add(new SystemMessage(request.systemPrompt()));
    }
    request.messages().forEach(prompt::add);
    return new Prompt(
        prompt.messages,
        options(model, request, maxTokens, tools(request, server, model, reports)));
  }

  private static List<ToolCallback> tools(
      CreateMessageRequest request, String server, ChatModel model, ToolOfferLog reports) {
    if ("none".equals(request.toolChoice())) {
      return List.of();
    }
    SchemaProfile profile = ModelConstraints.of(model.getClass()).profile();
    return request.tools().stream().flatMap(tool -> tool(tool, server, profile, reports)).toList();
  }

  /** A tool that cannot be mapped does not affect the others. */
  private static Stream<ToolCallback> tool(
      Tool tool, String server, SchemaProfile profile, ToolOfferLog reports) {
    AdaptedTool adapted =
        new CatalogTool(tool.name(), server, tool, tool, Visibility.OFFERED).adaptedTo(profile);
    if (adapted.report() != null) {
      reports.report(adapted.report());
    }
    return adapted.schema() == null
        ? Stream.empty()
        : Stream.of(
            new ServerTool(
                new DefaultToolDefinition(
                    tool.name(),
                    adapted.schema().description(),
                    adapted.schema().inputSchemaJson())));
  }

  /** A tool that the server runs itself. */
  private record ServerTool(ToolDefinition definition) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
      return definition;
    }

    @Override
    public String call(String toolInput) {
      throw new UnsupportedOperationException("the server that asks runs " + definition.name());
    }
  }

  private void add(SamplingMessage message) {
    if (message.role().equals("assistant")) {
      messages.add(assistants(message.content()));
      return;
    }
    List<ToolResponse> results = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<Media> media = new ArrayList<>();
    for (SamplingContent content : message.content()) {
      if (content instanceof ToolResultContent result) {
        results.add(result(result));
      } else if (content instanceof ContentBlock block) {
        Media attachment = SpringAiPromptMessages.media(block);
        if (attachment == null) {
          texts.add(ContentText.of(block));
        } else {
          media.add(attachment);
        }
      }
    }
    if (!results.isEmpty()) {
      messages.add(ToolResponseMessage.builder().responses(results).build());
    }
    if (!texts.isEmpty() || !media.isEmpty()) {
      messages.add(UserMessage.builder().text(text(texts, media)).media(media).build());
    }
  }

  /** Some model providers refuse a message that has no text. */
  private static String text(List<String> texts, List<Media> media) {
    return texts.isEmpty()
        ? media.stream()
            .map(attachment -> "[" + attachment.getMimeType() + "]")
            .collect(Collectors.joining("\n"))
        : String.join("\n", texts);
  }

  private AssistantMessage assistants(List<SamplingContent> contents) {
    List<ContentBlock> blocks = new ArrayList<>();
    List<ToolCall> calls = new ArrayList<>();
    for (SamplingContent content : contents) {
      if (content instanceof ToolUseContent use) {
        toolNames.put(use.id(), use.name());
        calls.add(new ToolCall(use.id(), "function", use.name(), Json.write(use.input())));
      } else if (content instanceof ContentBlock block) {
        blocks.add(block);
      }
    }
    return AssistantMessage.builder().content(ContentText.ofAll(blocks)).toolCalls(calls).build();
  }

  private ToolResponse result(ToolResultContent result) {
    String name = toolNames.getOrDefault(result.toolUseId(), "");
    return new ToolResponse(result.toolUseId(), name, ContentText.ofResult(result));
  }

  /**
   * The options of a sampling request. Spring AI 1.1 merges the options of a request into those of
   * the model, and runs tools unless told otherwise. Spring AI 2 does neither: the options of a
   * request must be complete and of the model's own type.
   */
  private static ChatOptions options(
      ChatModel model, CreateMessageRequest request, int maxTokens, List<ToolCallback> tools) {
    ChatOptions.Builder builder = builder(model, !tools.isEmpty());
    builder.maxTokens(maxTokens);
    if (request.temperature() != null) {
      builder.temperature(request.temperature());
    }
    if (!request.stopSequences().isEmpty()) {
      builder.stopSequences(request.stopSequences());
    }
    if (builder instanceof ToolCallingChatOptions.Builder toolCalling) {
      toolCalling.toolCallbacks(tools);
    }
    ChatOptions options = builder.build();
    if (RUN_TOOLS != null) {
      ReflectionUtils.invokeMethod(RUN_TOOLS, options, false);
    }
    return options;
  }

  private static ChatOptions.Builder builder(ChatModel model, boolean withTools) {
    if (MUTATE != null
        && ReflectionUtils.invokeMethod(MUTATE, model.getDefaultOptions())
            instanceof ChatOptions.Builder own
        && (own instanceof ToolCallingChatOptions.Builder || !withTools)) {
      return own;
    }
    return ToolCallingChatOptions.builder();
  }
}
