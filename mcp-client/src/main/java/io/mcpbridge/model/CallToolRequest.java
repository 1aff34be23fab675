package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls a tool ({@code tools/call}).
 *
 * @param name the tool's name on its server
 * @param arguments plain Java values (Map, List, String, Number, Boolean, null); an empty map is
 *     sent as {@code {}}, because several servers reject absent arguments
 */
public record CallToolRequest(String name, Map<String, @Nullable Object> arguments)
    implements McpRequest<CallToolResult> {

  /** Copies the arguments, keeping their order. */
  public CallToolRequest {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
  }

  @Override
  public String method() {
    return "tools/call";
  }
}
