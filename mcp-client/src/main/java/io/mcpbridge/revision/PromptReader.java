package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ListPromptsResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.model.PromptMessage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads prompts; an entry without a name is left out. */
final class PromptReader {

  private PromptReader() {}

  static ListPromptsResult list(JsonObject result) {
    return new ListPromptsResult(
        result.list("prompts").stream().map(PromptReader::prompt).filter(Objects::nonNull).toList(),
        result.string("nextCursor"),
        result.map("_meta"));
  }

  static GetPromptResult filled(JsonObject result) {
    return new GetPromptResult(
        result.string("description"),
        result.list("messages").stream()
            .map(JsonObject::orNull)
            .filter(Objects::nonNull)
            .map(
                json ->
                    new PromptMessage(
                        json.string("role", ""), ContentReader.read(json.get("content"))))
            .toList(),
        result.map("_meta"));
  }

  private static @Nullable Prompt prompt(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    String name = json == null ? null : json.string("name");
    return json == null || name == null
        ? null
        : new Prompt(
            name,
            json.string("title"),
            json.string("description"),
            json.list("arguments").stream()
                .map(PromptReader::argument)
                .filter(Objects::nonNull)
                .toList(),
            json.map("_meta"));
  }

  private static @Nullable PromptArgument argument(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    String name = json == null ? null : json.string("name");
    return json == null || name == null
        ? null
        : new PromptArgument(
            name,
            json.string("title"),
            json.string("description"),
            Boolean.TRUE.equals(json.bool("required")));
  }
}
