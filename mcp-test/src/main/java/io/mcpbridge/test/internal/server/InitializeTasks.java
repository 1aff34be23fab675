package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tasks of 2025-11-25: the client requests one, if server and tool support it. */
final class InitializeTasks {

  private static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

  private final ServerCore server;

  InitializeTasks(ServerCore server) {
    this.server = server;
  }

  /** The {@code _meta} of every message related to a task. */
  static Map<String, ?> relatedTask(String taskId) {
    return Map.of(RELATED_TASK, Map.of("taskId", taskId));
  }

  static void checkRelated(TaskRun run, JsonObject answer, ServerCore server) {
    if (!Objects.equals(answer.map("_meta").get(RELATED_TASK), Map.of("taskId", run.id()))) {
      server.violation("a response does not name its task: " + answer.toJson());
    }
  }

  /** Whether the conversation's revision has tasks. */
  static boolean has(Conversation conversation) {
    return FakeRevisions.V2025_11_25.equals(conversation.revision());
  }

  /** Checks whether a tool may be called as a task. */
  void check(Turn serverTurn) throws JsonRpcRefusal {
    JsonObject params = serverTurn.received().params();
    boolean wantsTask = params.has("task");
    String support = support(params.string("name", ""));
    if (!has(serverTurn.conversation()) || !offered()) {
      if (wantsTask) {
        server.violation("tools/call asked for a task of a server that offers none");
      }
    } else if (wantsTask && !support.equals("optional") && !support.equals("required")) {
      server.violation("tools/call asked for a task, but the tool declares " + support);
      throw JsonRpcRefusal.of(
          200, JsonRpcError.METHOD_NOT_FOUND, "The tool cannot be called as a task");
    } else if (!wantsTask && support.equals("required")) {
      throw JsonRpcRefusal.of(
          200, JsonRpcError.METHOD_NOT_FOUND, "The tool can only be called as a task");
    }
  }

  /** The task; if the client requested none, the task's result. */
  @Nullable JsonObject begin(TaskPlan plan, HandledCall call, Turn serverTurn)
      throws JsonRpcRefusal, InterruptedException {
    TaskRun run = server.tasks().begin(plan, call);
    if (serverTurn.received().params().has("task") && has(serverTurn.conversation()) && offered()) {
      return JsonObject.empty().with("task", state(run));
    }
    run.await(serverTurn);
    return outcome(run);
  }

  boolean knows(Turn serverTurn) {
    JsonObject tasks = server.capabilities().object("tasks");
    return has(serverTurn.conversation())
        && tasks != null
        && switch (serverTurn.received().method()) {
          case "tasks/get", "tasks/result" -> true;
          case "tasks/cancel" -> tasks.has("cancel");
          default -> false;
        };
  }

  @Nullable JsonObject perform(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    switch (serverTurn.received().method()) {
      case "tasks/get" -> {
        return state(server.tasks().polled(serverTurn));
      }
      case "tasks/cancel" -> {
        TaskRun run = server.tasks().named(serverTurn);
        if (run.isOver()) {
          throw JsonRpcRefusal.invalidParams(
              "Cannot cancel task: already in terminal status '" + run.status() + "'");
        }
        run.cancel();
        return state(run);
      }
      default -> {
        TaskRun run = server.tasks().named(serverTurn);
        serverTurn.begin();
        run.await(serverTurn);
        JsonObject outcome = outcome(run);
        return outcome == null
            ? null
            : outcome.with(
                "_meta",
                JsonObject.of(outcome.map("_meta")).with(RELATED_TASK, Map.of("taskId", run.id())));
      }
    }
  }

  private static @Nullable JsonObject outcome(TaskRun run) throws JsonRpcRefusal {
    JsonRpcError error = run.error();
    if (error != null) {
      throw JsonRpcRefusal.of(error);
    }
    if (run.status().equals(TaskRun.CANCELLED)) {
      throw JsonRpcRefusal.of(200, JsonRpcError.INTERNAL_ERROR, "The task was cancelled");
    }
    return run.result();
  }

  private static JsonObject state(TaskRun run) {
    JsonObject result = run.result();
    boolean toolFailed = result != null && Boolean.TRUE.equals(result.bool("isError"));
    Duration ttl = run.ttl();
    Duration interval = run.pollInterval();
    JsonObject state =
        JsonObject.empty()
            .with("taskId", run.id())
            .with("status", toolFailed ? TaskRun.FAILED : run.status())
            .with("createdAt", run.createdAt().toString())
            .with("lastUpdatedAt", run.createdAt().toString())
            .with("ttl", ttl == null ? null : ttl.toMillis());
    state = interval == null ? state : state.with("pollInterval", interval.toMillis());
    String message = run.statusMessage();
    return message == null ? state : state.with("statusMessage", message);
  }

  private boolean offered() {
    JsonObject tasks = server.capabilities().object("tasks");
    JsonObject requests = tasks == null ? null : tasks.object("requests");
    JsonObject tools = requests == null ? null : requests.object("tools");
    return tools != null && tools.has("call");
  }

  private String support(String tool) {
    FeatureScript script = server.serverOffer().tools().script(tool);
    JsonObject execution = script == null ? null : script.definition().object("execution");
    return execution == null ? "forbidden" : execution.string("taskSupport", "forbidden");
  }
}
