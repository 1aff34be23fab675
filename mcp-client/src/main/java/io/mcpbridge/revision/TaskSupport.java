package io.mcpbridge.revision;

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
 * Remembers which tools can only be called as tasks, as their latest list said (2025-11-25, tasks,
 * tool-level negotiation). Thread-safe.
 */
public final class TaskSupport {

  /** Of how many such tools to remember; beyond it, those learned first are forgotten. */
  static final int MAX_TOOLS = 10_000;

  private final Set<String> required;
  private final AtomicBoolean learned;
  private final boolean offered;

  private TaskSupport(Set<String> required, AtomicBoolean learned, boolean offered) {
    this.required = required;
    this.learned = learned;
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
    return new TaskSupport(
        Collections.synchronizedSet(Collections.newSetFromMap(latest)), new AtomicBoolean(), false);
  }

  /** The same memory, for calls to a server that may offer tasks for them. */
  TaskSupport of(ServerInfo server) {
    JsonObject tasks = JsonObject.orNull(server.capabilities().get("tasks"));
    JsonObject requests = tasks == null ? null : tasks.object("requests");
    JsonObject tools = requests == null ? null : requests.object("tools");
    return new TaskSupport(required, learned, tools != null && tools.object("call") != null);
  }

  /** Whether a tool may have to be called as a task, and no list was seen that says which. */
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

  /** Whether the server offers to work on tool calls as tasks. */
  boolean isOffered() {
    return offered;
  }

  /** Whether a tool has to be called as a task. */
  public boolean isRequired(String tool) {
    return offered && required.contains(tool);
  }
}
