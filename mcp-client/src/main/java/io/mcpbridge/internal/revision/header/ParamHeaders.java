package io.mcpbridge.internal.revision.header;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The tool arguments that are also sent as headers, so that intermediaries can route by them
 * (2026-07-28, Streamable HTTP, custom headers from tool parameters). Thread-safe.
 */
public sealed interface ParamHeaders permits LearnedParamHeaders, NoParamHeaders {

  /**
   * Learns the annotations from every list of tools.
   *
   * @param isAllowed whether an argument may be sent as a header, given the tool's name and the
   *     argument's path
   */
  static ParamHeaders learned(BiPredicate<String, String> isAllowed) {
    return new LearnedParamHeaders(isAllowed);
  }

  /** For transports without headers: ignores all annotations. */
  static ParamHeaders none() {
    return NoParamHeaders.INSTANCE;
  }

  /**
   * Removes tools with invalid annotations from a page and adds them to {@code omitted}. If a list
   * contains a tool twice, on any pages, the first one counts.
   *
   * @param cursor the cursor of the page; {@code null} for the first one
   */
  ListToolsResult admit(@Nullable String cursor, ListToolsResult page);

  /**
   * The headers of a tool call.
   *
   * @param callTool the parameters of {@code tools/call}, as sent
   * @throws io.mcpbridge.error.McpInvalidArgumentsException if a header cannot represent its
   *     argument
   */
  Map<String, String> of(JsonObject callTool);
}
