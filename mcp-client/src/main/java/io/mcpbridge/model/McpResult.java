package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a request. */
public interface McpResult {

  /** The result's {@code _meta}: for the application, never for the model. Empty if absent. */
  Map<String, @Nullable Object> meta();
}
