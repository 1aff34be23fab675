package io.mcpbridge.search;

import io.mcpbridge.schema.ToolLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether models get the search tools instead of all tools, and why. Immutable. */
public final class ToolSearchDecision {

  private final boolean active;
  private final String reason;
  private final List<String> servers;
  private final int tools;
  private final int tokens;
  private final int tokenBudget;
  private final @Nullable ToolLimit limit;

  ToolSearchDecision(
      boolean active,
      String reason,
      List<String> servers,
      int tools,
      int tokens,
      int tokenBudget,
      @Nullable ToolLimit limit) {
    this.active = active;
    this.reason = reason;
    this.servers = List.copyOf(servers);
    this.tools = tools;
    this.tokens = tokens;
    this.tokenBudget = tokenBudget;
    this.limit = limit;
  }

  /** Whether models get the search tools. */
  public boolean active() {
    return active;
  }

  /** The reason, in words. */
  public String reason() {
    return reason;
  }

  /** The servers with tools at the time of the decision. */
  public List<String> servers() {
    return servers;
  }

  /** The number of their tools. */
  public int tools() {
    return tools;
  }

  /** The size of their definitions in tokens of about four characters. */
  public int tokens() {
    return tokens;
  }

  /** The size from which {@link ToolSearchMode#AUTO} searches. */
  public int tokenBudget() {
    return tokenBudget;
  }

  /** The provider of the model, if it limits the number of tools. */
  public @Nullable String provider() {
    return limit == null ? null : limit.provider();
  }

  /** The maximum number of tools that the provider accepts. */
  public @Nullable Integer toolLimit() {
    return limit == null ? null : limit.maxTools();
  }

  /** What is decided anew: the same tools of different users have one decision. */
  private record About(List<String> servers, @Nullable String provider) {}

  Object about() {
    return new About(servers, provider());
  }
}
