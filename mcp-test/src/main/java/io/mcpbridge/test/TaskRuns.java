package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tasks of a server. */
final class TaskRuns {

  private final FakeMcpServer server;
  private final Map<String, TaskRun> byId = new ConcurrentHashMap<>();

  TaskRuns(FakeMcpServer server) {
    this.server = server;
  }

  TaskRun begin(FakeTask plan, FakeCall call) {
    TaskRun run = new TaskRun(plan, call);
    byId.put(run.id(), run);
    return run;
  }

  void forget() {
    byId.clear();
  }

  /** The task that a request refers to. */
  TaskRun named(ServerTurn serverTurn) throws JsonRpcRefusal {
    TaskRun run = byId.get(serverTurn.received().params().string("taskId", ""));
    if (run == null) {
      throw JsonRpcRefusal.invalidParams("Failed to retrieve task: Task not found");
    }
    return run;
  }

  /** The task after a poll; records a violation if the client polls too often. */
  TaskRun polled(ServerTurn serverTurn) throws JsonRpcRefusal, InterruptedException {
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
