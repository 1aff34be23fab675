package io.mcpbridge.spring.boot.internal.configuration;

import org.jspecify.annotations.Nullable;

/**
 * Whether models can receive the tools: no framework can be on the class path together with its
 * adapter.
 *
 * @param hint what is there, and what to add; {@code null} if an adapter is there
 */
public record MissingAdapter(@Nullable String hint) {

  /** For the log and for people; {@code null} if an adapter is there. */
  public @Nullable String warning() {
    return hint == null // the application can still call the tools itself
        ? null
        : "No model receives the tools of the MCP servers: "
            + hint
            + "; or call the tools through the bean of type ToolCatalog";
  }
}
