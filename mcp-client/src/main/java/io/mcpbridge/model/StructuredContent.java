package io.mcpbridge.model;

import io.mcpbridge.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The structured content of a tool result: an object up to 2025-11-25, any JSON value, including
 * {@code null}, from 2026-07-28 on.
 *
 * @param value plain immutable Java values
 */
public record StructuredContent(@Nullable Object value) {

  /** The value as one line of JSON. */
  public String toJson() {
    return Json.write(value);
  }
}
