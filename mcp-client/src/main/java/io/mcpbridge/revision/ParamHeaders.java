package io.mcpbridge.revision;

import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of tool calls that travel as headers, too, so that what stands between can route by
 * them (2026-07-28, Streamable HTTP, custom headers from tool parameters). Thread-safe.
 */
public sealed interface ParamHeaders permits LearnedParamHeaders, NoParamHeaders {

  /**
   * Learns from every list of tools which arguments these are.
   *
   * @param mayTravel whether an argument may, given the tool's name and the path of the argument
   */
  static ParamHeaders learned(BiPredicate<String, String> mayTravel) {
    return new LearnedParamHeaders(mayTravel);
  }

  /** Where headers do not travel, or mean nothing: whatever tools say of headers is ignored. */
  static ParamHeaders none() {
    return NoParamHeaders.INSTANCE;
  }

  /**
   * The page without the tools whose annotations are invalid; each is named among the omitted. Of
   * tools that one list names twice the first counts, on whichever page.
   *
   * @param cursor that the page was asked for with; {@code null} for the first one
   */
  ListToolsResult admit(@Nullable String cursor, ListToolsResult page);

  /**
   * The headers of a tool call.
   *
   * @param callTool the parameters of {@code tools/call}, as they are sent
   * @throws McpInvalidArgumentsException if an argument cannot be repeated in its header
   */
  Map<String, String> of(JsonObject callTool);
}
