package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ListPromptsResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.model.PromptMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Parses prompts and their messages. */
final class PromptReader {

  private static final Set<String> OF_ARGUMENTS =
      Set.of("name", "title", "description", "required");

  private PromptReader() {}

  static ListPromptsResult list(JsonObject result) {
    ListEntries<Prompt> prompts =
        ListEntries.of(result, "prompts/list", "prompts", "prompt", PromptReader::prompt);
    return new ListPromptsResult(
        prompts.read(), result.string("nextCursor"), prompts.omitted(), result.map("_meta"));
  }

  static GetPromptResult filled(JsonObject result) {
    if (!(result.get("messages") instanceof List)) {
      throw new McpProtocolException("the result of prompts/get has no array \"messages\"");
    }
    return new GetPromptResult(
        result.string("description"),
        result.list("messages").stream().map(PromptReader::message).toList(),
        result.map("_meta"));
  }

  /** Preserves a malformed message as unknown content. */
  private static PromptMessage message(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    return json == null
        ? new PromptMessage("", ContentReader.read(value))
        : new PromptMessage(json.string("role", ""), ContentReader.read(json.get("content")));
  }

  private static @Nullable Prompt prompt(JsonObject json, Consumer<String> onOmitted) {
    String name = json.string("name");
    if (name == null) {
      onOmitted.accept("a prompt without a name was left out");
      return null;
    }
    return new Prompt(
        name,
        json.string("title"),
        json.string("description"),
        arguments(name, json, onOmitted),
        Icons.of(json),
        json.map("_meta"));
  }

  private static List<PromptArgument> arguments(
      String prompt, JsonObject json, Consumer<String> onOmitted) {
    List<PromptArgument> arguments = new ArrayList<>();
    for (Object value : json.list("arguments")) {
      PromptArgument argument = argument(JsonObject.orNull(value));
      if (argument == null) {
        onOmitted.accept(
            "an argument of the prompt \"" + prompt + "\" was left out: it has no name");
      } else {
        arguments.add(argument);
      }
    }
    return arguments;
  }

  private static @Nullable PromptArgument argument(@Nullable JsonObject json) {
    String name = json == null ? null : json.string("name");
    return json == null || name == null
        ? null
        : new PromptArgument(
            name,
            json.string("title"),
            json.string("description"),
            Boolean.TRUE.equals(json.bool("required")),
            json.without(OF_ARGUMENTS));
  }
}
