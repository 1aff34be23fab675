package io.mcpbridge.internal.revision.header;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the header annotations of each tool's latest schema. Only annotated tools use space.
 * Tools that were never listed, or were evicted, are called without these headers.
 */
final class LearnedParamHeaders implements ParamHeaders {

  /** Maximum number of annotated tools; the oldest are evicted. */
  static final int MAX_TOOLS = 10_000;

  /** Maximum number of lists that may be read page by page at the same time. */
  private static final int MAX_INCOMPLETE = 16;

  private final BiPredicate<String, String> isAllowed;
  private final Map<String, List<ParamHeader>> byTool = atMost(MAX_TOOLS);

  /** The tool names of previous pages, by cursor of the next page. */
  private final Map<String, Set<String>> incomplete = atMost(MAX_INCOMPLETE);

  /**
   * @param isAllowed tests a tool's name and an argument's path
   */
  LearnedParamHeaders(BiPredicate<String, String> isAllowed) {
    this.isAllowed = isAllowed;
  }

  private static <V> Map<String, V> atMost(int entries) {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > entries;
      }
    };
  }

  @Override
  public ListToolsResult admit(@Nullable String cursor, ListToolsResult page) {
    List<Tool> valid = new ArrayList<>();
    List<String> omitted = new ArrayList<>(page.omitted());
    Set<String> listed = listedBefore(cursor);
    for (Tool tool : page.tools()) {
      if (listed.contains(tool.name())) {
        valid.add(tool); // the first one stays, and its headers with it
        continue;
      }
      try {
        List<ParamHeader> headers = ParamHeaderReader.read(tool.inputSchema());
        refuseForbidden(tool, headers);
        learn(tool.name(), headers);
        valid.add(tool);
        listed.add(tool.name());
      } catch (McpProtocolException invalid) {
        learn(tool.name(), List.of());
        omitted.add("the tool \"" + tool.name() + "\" was left out: " + invalid.reason());
      }
    }
    if (page.nextCursor() != null) {
      continues(page.nextCursor(), listed);
    }
    return new ListToolsResult(valid, page.nextCursor(), omitted, page.meta());
  }

  /** Without the header the server would reject every call, so the tool is skipped. */
  private void refuseForbidden(Tool tool, List<ParamHeader> headers) {
    for (ParamHeader header : headers) {
      String path = String.join(".", header.path());
      if (!isAllowed.test(tool.name(), path)) {
        throw new McpProtocolException(
            "it requires the argument \""
                + path
                + "\" in the header "
                + header.header()
                + ", which this application does not allow");
      }
    }
  }

  private synchronized Set<String> listedBefore(@Nullable String cursor) {
    Set<String> listed = cursor == null ? null : incomplete.remove(cursor);
    return listed == null ? new HashSet<>() : listed;
  }

  private synchronized void continues(String cursor, Set<String> listed) {
    incomplete.put(cursor, listed);
  }

  private synchronized void learn(String tool, List<ParamHeader> headers) {
    byTool.remove(tool);
    if (!headers.isEmpty()) {
      byTool.put(tool, headers);
    }
  }

  private synchronized List<ParamHeader> recall(@Nullable String tool) {
    return byTool.getOrDefault(tool, List.of());
  }

  @Override
  public Map<String, String> of(JsonObject callTool) {
    List<ParamHeader> headers = recall(callTool.string("name"));
    JsonObject arguments = callTool.object("arguments");
    if (headers.isEmpty() || arguments == null) {
      return Map.of();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (ParamHeader header : headers) {
      String value = header.valueIn(arguments);
      if (value != null) {
        values.put(header.header(), value);
      }
    }
    return values;
  }
}
