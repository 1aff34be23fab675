package io.mcpbridge.model;

import io.mcpbridge.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A content block of an unknown type, or one that lacks required members; preserved unchanged.
 *
 * @param type the server's type name
 * @param value the whole block as plain immutable Java values
 * @param annotations the block's annotations
 */
public record UnknownContent(
    String type, Map<String, @Nullable Object> value, Annotations annotations)
    implements ContentBlock, SamplingContent {

  @Override
  public Map<String, @Nullable Object> meta() {
    return JsonObject.of(value).map("_meta");
  }
}
