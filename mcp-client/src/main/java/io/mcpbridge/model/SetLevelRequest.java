package io.mcpbridge.model;

/**
 * Has a server log from a level on, for the rest of the session: {@code logging/setLevel} up to
 * 2025-11-25. From 2026-07-28 on, the level travels with each request.
 *
 * @param level the least urgent level to be heard
 */
public record SetLevelRequest(LoggingLevel level) implements McpRequest<EmptyResult> {

  @Override
  public String method() {
    return "logging/setLevel";
  }
}
