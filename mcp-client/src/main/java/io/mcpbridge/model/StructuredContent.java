package io.mcpbridge.model;

import io.mcpbridge.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A tool's structured answer: an object up to 2025-11-25, any JSON value, {@code null} included,
 * from 2026-07-28 on.
 *
 * @param value plain immutable Java values
 */
public record StructuredContent(@Nullable Object value) {

  /** The value as one line of JSON. */
  public String toJson() {
    return Json.write(value);
  }
}
