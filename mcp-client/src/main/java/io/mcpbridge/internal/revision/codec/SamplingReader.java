package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.model.UnknownContent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses {@code sampling/createMessage}. */
final class SamplingReader {

  private SamplingReader() {}

  static CreateMessageRequest read(JsonObject params) {
    Long maxTokens = params.integer("maxTokens");
    if (maxTokens == null) {
      throw new McpProtocolException("sampling/createMessage has no maxTokens");
    }
    List<SamplingMessage> messages = new ArrayList<>();
    for (Object value : params.list("messages")) {
      messages.add(message(value));
    }
    checkToolMessageOrder(messages);
    JsonObject choice = params.object("toolChoice");
    Number temperature = params.number("temperature");
    return new CreateMessageRequest(
        messages,
        maxTokens,
        params.string("systemPrompt"),
        preferences(params.object("modelPreferences")),
        temperature == null ? null : temperature.doubleValue(),
        params.strings("stopSequences"),
        params.string("includeContext"),
        ToolReader.tools(params),
        choice == null ? null : choice.string("mode", "auto"),
        params.map("metadata"),
        params.map("_meta"));
  }

  private static SamplingMessage message(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    if (json == null) {
      throw new McpProtocolException("sampling/createMessage has a message that is not an object");
    }
    return new SamplingMessage(
        json.string("role", ""), contents(json.get("content")), json.map("_meta"));
  }

  /** A single block, or a list of blocks (2025-11-25 and later). */
  private static List<SamplingContent> contents(@Nullable Object content) {
    return content instanceof List<?> list
        ? list.stream().map(SamplingReader::content).toList()
        : List.of(content(content));
  }

  private static SamplingContent content(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    SamplingContent block =
        json == null
            ? null
            : switch (json.string("type", "")) {
              case "tool_use" -> toolUse(json);
              case "tool_result" -> toolResult(json);
              default -> null;
            };
    if (block == null && ContentReader.read(value) instanceof SamplingContent plain) {
      return plain;
    }
    return block != null
        ? block
        : new UnknownContent(
            json == null ? "" : json.string("type", ""),
            json == null ? JsonObject.empty().toMap() : json.toMap(),
            Annotations.none());
  }

  private static @Nullable ToolUseContent toolUse(JsonObject json) {
    String id = json.string("id");
    String name = json.string("name");
    return id == null || name == null
        ? null
        : new ToolUseContent(id, name, json.map("input"), json.map("_meta"));
  }

  private static @Nullable ToolResultContent toolResult(JsonObject json) {
    String id = json.string("toolUseId");
    return id == null
        ? null
        : new ToolResultContent(
            id,
            json.list("content").stream().map(ContentReader::read).toList(),
            json.has("structuredContent")
                ? new StructuredContent(json.get("structuredContent"))
                : null,
            Boolean.TRUE.equals(json.bool("isError")),
            json.map("_meta"));
  }

  private static ModelPreferences preferences(@Nullable JsonObject json) {
    if (json == null) {
      return new ModelPreferences(List.of(), null, null, null);
    }
    return new ModelPreferences(
        json.list("hints").stream()
            .map(JsonObject::orNull)
            .filter(Objects::nonNull)
            .map(hint -> hint.string("name"))
            .filter(Objects::nonNull)
            .toList(),
        priority(json, "costPriority"),
        priority(json, "speedPriority"),
        priority(json, "intelligencePriority"));
  }

  private static @Nullable Double priority(JsonObject json, String name) {
    Number priority = json.number(name);
    return priority == null ? null : priority.doubleValue();
  }

  /**
   * Validates the order that model providers require (2025-11-25, client, sampling, message content
   * constraints): a message with tool results contains nothing else, and the next message answers
   * all tool uses of a message.
   */
  private static void checkToolMessageOrder(List<SamplingMessage> messages) {
    Set<String> open = Set.of();
    for (SamplingMessage message : messages) {
      Set<String> answered = new HashSet<>();
      Set<String> used = new HashSet<>();
      message
          .content()
          .forEach(
              block -> {
                if (block instanceof ToolResultContent result) {
                  answered.add(result.toolUseId());
                } else if (block instanceof ToolUseContent toolUse) {
                  used.add(toolUse.id());
                }
              });
      long results = message.content().stream().filter(ToolResultContent.class::isInstance).count();
      if (results > 0 && results < message.content().size()) {
        throw new McpProtocolException("a message with tool results contains other content");
      }
      if (!answered.equals(open)) {
        throw new McpProtocolException("tool uses and tool results do not match");
      }
      open = used;
    }
    if (!open.isEmpty()) {
      throw new McpProtocolException("the last message has tool uses without results");
    }
  }
}
