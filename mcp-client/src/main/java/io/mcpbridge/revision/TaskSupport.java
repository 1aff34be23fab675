package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers which tools can only be called as tasks, as their latest list said (2025-11-25, tasks,
 * tool-level negotiation). Thread-safe.
 */
public final class TaskSupport {

  /** Of how many such tools to remember; beyond it, those learned first are forgotten. */
  static final int MAX_TOOLS = 10_000;

  private final Set<String> required;
  private final boolean offered;

  private TaskSupport(Set<String> required, boolean offered) {
    this.required = required;
    this.offered = offered;
  }

  /** Nothing is known of any tool, and no server offers tasks. */
  public static TaskSupport none() {
    Map<String, Boolean> latest =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_TOOLS;
          }
        };
    return new TaskSupport(Collections.synchronizedSet(Collections.newSetFromMap(latest)), false);
  }

  /** The same memory, for calls to a server that may offer tasks for them. */
  public TaskSupport of(ServerInfo server) {
    JsonObject tasks = JsonObject.orNull(server.capabilities().get("tasks"));
    JsonObject requests = tasks == null ? null : tasks.object("requests");
    JsonObject tools = requests == null ? null : requests.object("tools");
    return new TaskSupport(required, tools != null && tools.object("call") != null);
  }

  void learn(ListToolsResult page) {
    for (Tool tool : page.tools()) {
      required.remove(tool.name());
      if ("required".equals(tool.taskSupport())) {
        required.add(tool.name());
      }
    }
  }

  /** Whether the server offers to work on tool calls as tasks. */
  boolean isOffered() {
    return offered;
  }

  /** Whether a tool has to be called as a task. */
  boolean isRequired(String tool) {
    return offered && required.contains(tool);
  }
}
