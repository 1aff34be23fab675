package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tasks of a server. */
public final class TaskRuns {

  private final ServerCore server;
  private final Map<String, TaskRun> byId = new ConcurrentHashMap<>();

  TaskRuns(ServerCore server) {
    this.server = server;
  }

  public TaskRun begin(TaskPlan plan, HandledCall call) {
    TaskRun run = new TaskRun(plan, call);
    byId.put(run.id(), run);
    return run;
  }

  public void forget() {
    byId.clear();
  }

  /** The task that a request refers to. */
  public TaskRun named(Turn serverTurn) throws JsonRpcRefusal {
    TaskRun run = byId.get(serverTurn.received().params().string("taskId", ""));
    if (run == null) {
      throw JsonRpcRefusal.invalidParams("Failed to retrieve task: Task not found");
    }
    return run;
  }

  /** The task after a poll; records a violation if the client polls too often. */
  TaskRun polled(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    TaskRun run = named(serverTurn);
    if (!run.poll(serverTurn)) {
      server.violation("a task was polled sooner than its poll interval of " + run.pollInterval());
    }
    return run;
  }

  static boolean isAbout(JsonRpcRequest request) {
    return request.method().startsWith("tasks/");
  }
}
