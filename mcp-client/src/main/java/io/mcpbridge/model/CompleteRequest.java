package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks for values that an argument could have ({@code completion/complete}). For people who are
 * typing: wait for a pause of theirs before asking.
 *
 * @param ref what the argument belongs to
 * @param argumentName the argument's name
 * @param argumentValue what was typed so far, possibly empty
 * @param contextArguments the other arguments that have a value already, by name; not sent before
 *     2025-06-18, which brought them
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
