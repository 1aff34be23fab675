package io.mcpbridge.internal.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Remembers which tools must be called as tasks according to their latest list (2025-11-25, tasks,
 * tool-level negotiation). Thread-safe.
 */
public final class TaskSupport {

  /** Maximum number of such tools; the oldest are evicted. */
  static final int MAX_TOOLS = 10_000;

  private final Set<String> required;
  private final AtomicBoolean learned;
  private final boolean offered;

  private TaskSupport(Set<String> required, AtomicBoolean learned, boolean offered) {
    this.required = required;
    this.learned = learned;
    this.offered = offered;
  }

  /** For servers without tasks. */
  public static TaskSupport none() {
    Map<String, Boolean> latest =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_TOOLS;
          }
        };
    return new TaskSupport(
        Collections.synchronizedSet(Collections.newSetFromMap(latest)), new AtomicBoolean(), false);
  }

  /** The same memory, applied to a server that may support tasks. */
  TaskSupport of(ServerInfo server) {
    JsonObject tasks = JsonObject.orNull(server.capabilities().get("tasks"));
    JsonObject requests = tasks == null ? null : tasks.object("requests");
    JsonObject tools = requests == null ? null : requests.object("tools");
    return new TaskSupport(required, learned, tools != null && tools.object("call") != null);
  }

  /** Whether a tool may require a task, but the tools have not been listed yet. */
  public boolean isUnknown() {
    return offered && !learned.get();
  }

  void learn(ListToolsResult page) {
    learned.set(true);
    for (Tool tool : page.tools()) {
      required.remove(tool.name());
      if ("required".equals(tool.taskSupport())) {
        required.add(tool.name());
      }
    }
  }

  /** Whether the server supports tasks for tool calls. */
  boolean isOffered() {
    return offered;
  }

  /** Whether a tool must be called as a task. */
  public boolean isRequired(String tool) {
    return offered && required.contains(tool);
  }
}
