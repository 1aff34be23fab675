package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server has to offer, in the order it was added. Thread-safe. */
final class Catalogue {

  private record Entry(JsonObject definition, JsonObject content) {}

  private final Map<String, ToolScript> tools = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, Entry> resources = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, Entry> prompts = Collections.synchronizedMap(new LinkedHashMap<>());
  private volatile int pageSize = Integer.MAX_VALUE;

  void pageSize(int entries) {
    pageSize = entries;
  }

  ToolScript addTool(String name) {
    ToolScript tool = new ToolScript(name);
    tools.put(name, tool);
    return tool;
  }

  void removeTool(String name) {
    tools.remove(name);
  }

  @Nullable ToolScript tool(String name) {
    return tools.get(name);
  }

  void addResource(String uri, JsonObject definition, JsonObject content) {
    resources.put(uri, new Entry(definition, content));
  }

  void addPrompt(String name, JsonObject definition, JsonObject content) {
    prompts.put(name, new Entry(definition, content));
  }

  boolean hasResources() {
    return !resources.isEmpty();
  }

  boolean hasPrompts() {
    return !prompts.isEmpty();
  }

  JsonObject listTools(JsonObject params) throws Refusal {
    return page("tools", params, snapshot(tools).stream().map(ToolScript::definition).toList());
  }

  JsonObject listResources(JsonObject params) throws Refusal {
    return page("resources", params, snapshot(resources).stream().map(Entry::definition).toList());
  }

  JsonObject listPrompts(JsonObject params) throws Refusal {
    return page("prompts", params, snapshot(prompts).stream().map(Entry::definition).toList());
  }

  JsonObject readResource(JsonObject params) throws Refusal {
    return content(resources, params.string("uri", ""), "Resource not found: ");
  }

  JsonObject getPrompt(JsonObject params) throws Refusal {
    return content(prompts, params.string("name", ""), "Unknown prompt: ");
  }

  private static JsonObject content(Map<String, Entry> entries, String key, String complaint)
      throws Refusal {
    Entry entry = entries.get(key);
    if (entry == null) {
      throw Refusal.invalidParams(complaint + key);
    }
    return entry.content();
  }

  private static <T> List<T> snapshot(Map<String, T> map) {
    Collection<T> values = map.values();
    synchronized (map) {
      return List.copyOf(values);
    }
  }

  private JsonObject page(String member, JsonObject params, List<JsonObject> entries)
      throws Refusal {
    int from = offset(params, entries.size());
    int to = (int) Math.min(entries.size(), (long) from + pageSize);
    List<?> page = entries.subList(from, to).stream().map(JsonObject::toMap).toList();
    JsonObject result = JsonObject.empty().with(member, page);
    return to < entries.size() ? result.with("nextCursor", "after-" + to) : result;
  }

  private static int offset(JsonObject params, int size) throws Refusal {
    Object cursor = params.get("cursor");
    if (cursor == null) {
      return 0;
    }
    for (int i = 1; i <= size; i++) {
      if (cursor.equals("after-" + i)) {
        return i;
      }
    }
    throw Refusal.of(200, JsonRpcError.INVALID_PARAMS, "Invalid cursor: " + cursor);
  }
}
