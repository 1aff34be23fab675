package io.mcpbridge.model;

/**
 * Sets the minimum log level of a session: {@code logging/setLevel} up to 2025-11-25. From
 * 2026-07-28 on, each request carries its level.
 *
 * @param level the minimum level
 */
public record SetLevelRequest(LoggingLevel level) implements McpRequest<EmptyResult> {

  @Override
  public String method() {
    return "logging/setLevel";
  }
}
