package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CompleteResult;
import java.util.List;

/** Parses completions; missing or malformed values are skipped (2026-07-28, completion). */
final class CompletionReader {

  private CompletionReader() {}

  static CompleteResult completed(JsonObject result) {
    JsonObject completion = JsonObject.of(result.map("completion"));
    List<String> values = completion.strings("values");
    boolean tooMany = values.size() > CompleteResult.MAX_VALUES;
    return new CompleteResult(
        tooMany ? values.subList(0, CompleteResult.MAX_VALUES) : values,
        completion.integer("total"),
        tooMany || Boolean.TRUE.equals(completion.bool("hasMore")),
        result.map("_meta"));
  }
}
