package io.mcpbridge.model;

import io.mcpbridge.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A block of a kind that this version does not know, or one that lacks what its kind requires; kept
 * whole so that nothing is lost.
 *
 * @param type what the server calls it
 * @param value the whole block as plain immutable Java values
 * @param annotations who it is for
 */
public record UnknownContent(
    String type, Map<String, @Nullable Object> value, Annotations annotations)
    implements ContentBlock, SamplingContent {

  @Override
  public Map<String, @Nullable Object> meta() {
    return JsonObject.of(value).map("_meta");
  }
}
