package io.mcpbridge.model;

/**
 * Checks that the server responds: {@code ping} up to 2025-11-25. From 2026-07-28 on, which has no
 * ping, {@code server/discover}: the cheapest request that every server must answer.
 */
public record PingRequest() implements McpRequest<EmptyResult> {

  @Override
  public String method() {
    return "ping";
  }
}
