package io.mcpbridge.model;

import java.util.Map;

/**
 * Gets a prompt with its arguments filled in ({@code prompts/get}).
 *
 * @param name the prompt's name on its server
 * @param arguments text by argument name
 */
public record GetPromptRequest(String name, Map<String, String> arguments)
    implements McpRequest<GetPromptResult> {

  /** Copies the arguments. */
  public GetPromptRequest {
    arguments = Map.copyOf(arguments);
  }

  @Override
  public String method() {
    return "prompts/get";
  }
}
