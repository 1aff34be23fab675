package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.CustomInputResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.model.SamplingContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serializes the client's results for input requests. */
public final class InputWriter {

  private InputWriter() {}

  /** Serializes several results, by key. */
  public static Map<String, @Nullable Object> write(Map<String, InputResult> answers) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    answers.forEach((key, answer) -> json.put(key, write(answer).toMap()));
    return json;
  }

  public static JsonObject write(InputResult result) {
    if (result instanceof ElicitResult elicited) {
      return elicited(elicited);
    }
    if (result instanceof CustomInputResult custom) {
      return JsonObject.of(custom.members());
    }
    return result instanceof CreateMessageResult message
        ? message(message)
        : roots((ListRootsResult) result);
  }

  private static JsonObject elicited(ElicitResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("action", result.action().name().toLowerCase(Locale.ROOT));
    if (result.content() != null) {
      json.put("content", result.content());
    }
    return JsonObject.of(json);
  }

  /** Sends a single block without a list: lists of blocks exist only since 2025-11-25. */
  private static JsonObject message(CreateMessageResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    List<SamplingContent> content = result.content();
    json.put("role", "assistant");
    json.put(
        "content",
        content.size() == 1
            ? ContentWriter.write(content.get(0))
            : content.stream().map(ContentWriter::write).toList());
    json.put("model", result.model());
    if (result.stopReason() != null) {
      json.put("stopReason", result.stopReason());
    }
    return JsonObject.of(json);
  }

  private static JsonObject roots(ListRootsResult result) {
    return JsonObject.of(Map.of("roots", result.roots().stream().map(InputWriter::root).toList()));
  }

  private static Map<String, @Nullable Object> root(Root root) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("uri", root.uri().toString());
    if (root.name() != null) {
      json.put("name", root.name());
    }
    return json;
  }
}
