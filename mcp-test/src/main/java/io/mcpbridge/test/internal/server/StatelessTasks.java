package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.ClientResponseRules;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The extension {@code io.modelcontextprotocol/tasks}: the server decides what becomes a task, for
 * clients that declare the extension.
 */
final class StatelessTasks {

  static final String EXTENSION = "io.modelcontextprotocol/tasks";

  private final ServerCore server;

  StatelessTasks(ServerCore server) {
    this.server = server;
  }

  JsonObject begin(TaskPlan plan, HandledCall call) throws JsonRpcRefusal {
    requireDeclared(call.received());
    TaskRun run = server.tasks().begin(plan, call);
    return state(run).with("resultType", "task");
  }

  /** Checks for members that no client sends in this revision. */
  void check(ReceivedMessage callTool) {
    if (callTool.params().has("task")) {
      server.violation("tools/call asked for a task, which only the server may decide");
    }
  }

  JsonObject perform(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    ReceivedMessage received = serverTurn.received();
    if (!isDeclared(received)) {
      server.violation(received.method() + " lacks the declared extension " + EXTENSION);
    }
    requireDeclared(received);
    return switch (received.method()) {
      case "tasks/get" -> detailed(server.tasks().polled(serverTurn));
      case "tasks/update" -> update(serverTurn);
      case "tasks/cancel" -> {
        server.tasks().named(serverTurn).cancel();
        yield JsonObject.empty();
      }
      default ->
          throw JsonRpcRefusal.of(
              404, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + received.method());
    };
  }

  private JsonObject update(Turn serverTurn) throws JsonRpcRefusal {
    TaskRun run = server.tasks().named(serverTurn);
    JsonObject responses = serverTurn.received().params().object("inputResponses");
    if (responses == null) {
      throw JsonRpcRefusal.invalidParams("tasks/update needs inputResponses");
    }
    Map<String, FakeServerRequest> open = run.open();
    ClientResponseRules rules =
        new ClientResponseRules(
            StatelessEra.capabilities(serverTurn.received()), server::violation);
    for (String key : responses.toMap().keySet()) {
      FakeServerRequest question = open.get(key);
      JsonObject answer = responses.object(key);
      if (question == null) {
        server.violation(
            "tasks/update answers \"" + key + "\", which is not open: unknown or already answered");
      } else if (answer == null) {
        server.violation("tasks/update has an answer to \"" + key + "\" that is not an object");
      } else {
        rules.check(question, answer);
        run.answer(key, answer);
      }
    }
    return JsonObject.empty();
  }

  private JsonObject detailed(TaskRun run) {
    JsonObject state = state(run);
    return switch (run.status()) {
      case TaskRun.INPUT_REQUIRED -> {
        Map<String, @Nullable Object> requests = new LinkedHashMap<>();
        run.open().forEach((key, question) -> requests.put(key, inputRequest(question)));
        yield state.with("inputRequests", requests);
      }
      case TaskRun.COMPLETED -> state.with("result", run.result());
      case TaskRun.FAILED -> state.with("error", error(run.error()));
      default -> state;
    };
  }

  private static JsonObject error(@Nullable JsonRpcError error) {
    return error == null
        ? JsonObject.empty()
        : JsonObject.empty()
            .with("code", error.code())
            .with("message", error.message())
            .with("data", error.data());
  }

  private static JsonObject state(TaskRun run) {
    Duration ttl = run.ttl();
    Duration interval = run.pollInterval();
    JsonObject state =
        JsonObject.empty()
            .with("taskId", run.id())
            .with("status", run.status())
            .with("createdAt", run.createdAt().toString())
            .with("lastUpdatedAt", run.createdAt().toString())
            .with("ttlMs", ttl == null ? null : ttl.toMillis());
    state = interval == null ? state : state.with("pollIntervalMs", interval.toMillis());
    String message = run.statusMessage();
    return message == null ? state : state.with("statusMessage", message);
  }

  private static boolean isDeclared(ReceivedMessage received) {
    JsonObject extensions = StatelessEra.capabilities(received).object("extensions");
    return extensions != null && extensions.object(EXTENSION) != null;
  }

  private static void requireDeclared(ReceivedMessage received) throws JsonRpcRefusal {
    if (!isDeclared(received)) {
      throw JsonRpcRefusal.of(
          400,
          JsonRpcError.MISSING_REQUIRED_CLIENT_CAPABILITY,
          "Missing required client capability",
          Map.of("requiredCapabilities", Map.of("extensions", Map.of(EXTENSION, Map.of()))));
    }
  }

  /** An entry of {@code inputRequests}. */
  private static Map<String, @Nullable Object> inputRequest(FakeServerRequest question) {
    JsonObject request = JsonObject.empty().with("method", question.method());
    JsonObject params = question.params();
    return (params == null ? request : request.with("params", params)).toMap();
  }
}
