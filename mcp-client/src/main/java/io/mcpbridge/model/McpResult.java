package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a request is answered with. */
public interface McpResult {

  /** The result's {@code _meta}: for the application, never for the model. Empty if none came. */
  Map<String, @Nullable Object> meta();
}
