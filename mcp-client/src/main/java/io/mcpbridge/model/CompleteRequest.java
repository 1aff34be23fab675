package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests completions for an argument ({@code completion/complete}). Debounce it while the user is
 * typing.
 *
 * @param ref the prompt or resource template that has the argument
 * @param argumentName the argument's name
 * @param argumentValue the text typed so far, possibly empty
 * @param contextArguments the values of other arguments by name; not sent before 2025-06-18, which
 *     introduced them
 */
public record CompleteRequest(
    CompletionReference ref,
    String argumentName,
    String argumentValue,
    Map<String, String> contextArguments)
    implements McpRequest<CompleteResult> {

  /** Copies the map, keeping its order. */
  public CompleteRequest {
    contextArguments = Collections.unmodifiableMap(new LinkedHashMap<>(contextArguments));
  }

  @Override
  public String method() {
    return "completion/complete";
  }
}
