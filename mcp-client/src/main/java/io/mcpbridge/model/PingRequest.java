package io.mcpbridge.model;

/**
 * Asks for a sign of life: {@code ping} up to 2025-11-25. From 2026-07-28 on, which has none, the
 * cheapest question that every server has to answer stands in for it ({@code server/discover}).
 */
public record PingRequest() implements McpRequest<EmptyResult> {

  @Override
  public String method() {
    return "ping";
  }
}
