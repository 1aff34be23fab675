package io.mcpbridge.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether models get the search tools instead of all tools, and why.
 *
 * @param active whether they do
 * @param reason why, in words
 * @param servers the servers with tools at the time of the decision
 * @param tools the number of their tools
 * @param tokens the size of their definitions in tokens of about four characters
 * @param tokenBudget the size from which {@link ToolSearchMode#AUTO} searches
 * @param provider the provider of the model, if it limits the number of tools
 * @param toolLimit the maximum number of tools that the provider accepts
 */
public record ToolSearchDecision(
    boolean active,
    String reason,
    List<String> servers,
    int tools,
    int tokens,
    int tokenBudget,
    @Nullable String provider,
    @Nullable Integer toolLimit) {

  /** Copies the list. */
  public ToolSearchDecision {
    servers = List.copyOf(servers);
  }

  /** What is decided anew: the same tools of different users have one decision. */
  private record About(List<String> servers, @Nullable String provider) {}

  Object about() {
    return new About(servers, provider);
  }
}
