package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * 2024-11-05 to 2025-11-25: {@code initialize} opens a session, in which both sides may send
 * requests.
 */
final class InitializeEra implements Era {

  private static final int RESOURCE_NOT_FOUND = -32002;

  private final FakeMcpServer server;
  private final Operations operations;
  private final InitializeTasks tasks;

  InitializeEra(FakeMcpServer server, Operations operations) {
    this.server = server;
    this.operations = operations;
    this.tasks = new InitializeTasks(server);
  }

  @Override
  public void answer(Turn turn) throws Refusal, InterruptedException {
    ReceivedMessage received = turn.received();
    if (!received.method().equals("initialize")) {
      turn.rules().check(turn);
    }
    JsonRpcMessage message = received.message();
    if (message instanceof JsonRpcRequest request) {
      request(turn, request);
    } else if (message instanceof JsonRpcNotification notification) {
      notification(turn, notification);
      turn.accept();
    } else if (message instanceof JsonRpcResponse response) {
      server.questions().answered(turn.conversation(), response, received.text());
      turn.accept();
    } else {
      turn.rules().answerWithoutMessage(turn);
    }
  }

  private void request(Turn turn, JsonRpcRequest request) throws Refusal, InterruptedException {
    if (!turn.idIsNew() && turn.conversation().revision() != null) {
      server.violation("the request id " + request.id() + " was used before in this session");
    }
    Map<String, String> headers = Map.of();
    @Nullable JsonObject result;
    switch (request.method()) {
      case "initialize" -> {
        result = initialize(turn);
        headers = turn.rules().greet(turn);
      }
      case "ping" -> result = JsonObject.empty();
      case "logging/setLevel" -> result = setLogLevel(turn);
      case "resources/subscribe", "resources/unsubscribe" -> {
        requireMethodAndGreeting(turn);
        result = subscribe(turn);
      }
      default -> {
        requireMethodAndGreeting(turn);
        if (request.method().equals("tools/call")) {
          tasks.check(turn);
        }
        result = TaskRuns.isAbout(request) ? tasks.perform(turn) : operations.perform(turn, this);
      }
    }
    if (result != null) {
      turn.respond(200, headers, JsonRpcResponse.success(request.id(), result));
    }
  }

  private JsonObject initialize(Turn turn) throws Refusal {
    JsonObject params = turn.received().params();
    String requested = params.string("protocolVersion");
    JsonObject capabilities = params.object("capabilities");
    if (requested == null || capabilities == null || params.object("clientInfo") == null) {
      throw Refusal.invalidParams("initialize needs protocolVersion, capabilities and clientInfo");
    }
    if (Revisions.stateless().contains(requested)) {
      server.violation("initialize was asked for " + requested + ", which has no initialize");
    }
    List<String> spoken =
        server.profile().revisions().stream().filter(Revisions.initialize()::contains).toList();
    if (spoken.isEmpty()) {
      throw Refusal.of(200, JsonRpcError.METHOD_NOT_FOUND, "Method not found: initialize");
    }
    String agreed = spoken.contains(requested) ? requested : spoken.get(0);
    turn.conversation().negotiated(agreed, capabilities);
    server.clients().greeted(turn.conversation());
    JsonObject result =
        JsonObject.empty()
            .with("protocolVersion", agreed)
            .with("capabilities", server.capabilities())
            .with("serverInfo", server.profile().identity());
    String instructions = server.profile().instructions();
    return instructions == null ? result : result.with("instructions", instructions);
  }

  private void requireMethodAndGreeting(Turn turn) throws Refusal {
    boolean mayDoWithout = !turn.rules().needsGreeting(turn.conversation());
    String method = turn.received().method();
    if (!operations.knows(method) && !subscribes(method) && !tasks.knows(turn)) {
      throw Refusal.of(200, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }
    if (turn.conversation().revision() == null && !mayDoWithout) {
      throw Refusal.of(400, JsonRpcError.INVALID_REQUEST, "initialize must come first");
    }
    if (!turn.conversation().isInitialized() && !mayDoWithout) {
      server.violation(method + " came before notifications/initialized");
    }
  }

  private boolean subscribes(String method) {
    JsonObject resources = server.capabilities().object("resources");
    return method.endsWith("subscribe")
        && resources != null
        && Boolean.TRUE.equals(resources.bool("subscribe"));
  }

  private static JsonObject subscribe(Turn turn) throws Refusal {
    String uri = turn.received().params().string("uri");
    if (uri == null) {
      throw Refusal.invalidParams(turn.received().method() + " needs a uri");
    }
    if (turn.received().method().equals("resources/subscribe")) {
      turn.conversation().subscribed().add(uri);
    } else {
      turn.conversation().subscribed().remove(uri);
    }
    return JsonObject.empty();
  }

  private JsonObject setLogLevel(Turn turn) throws Refusal {
    String level = turn.received().params().string("level");
    if (level == null || !LogLevels.isLevel(level)) {
      throw Refusal.invalidParams("not a log level: " + level);
    }
    turn.conversation().logLevel(level);
    return JsonObject.empty();
  }

  private void notification(Turn turn, JsonRpcNotification notification) {
    if (notification.method().equals("notifications/initialized")) {
      server.clients().initialized(turn.conversation());
    } else if (notification.method().equals("notifications/cancelled")) {
      @Nullable RequestId id = RequestId.from(turn.received().params().get("requestId"));
      Turn cancelled = turn.conversation().underWay(id);
      if (cancelled != null) {
        cancelled.cancelled();
      }
    }
  }

  @Override
  public void clientLeft(Turn turn) {
    turn.abandoned();
  }

  @Override
  public boolean wantsLog(Turn turn, String level) {
    return LogLevels.atLeast(turn.conversation().logLevel(), level);
  }

  @Override
  public int resourceNotFound() {
    return RESOURCE_NOT_FOUND;
  }

  @Override
  public @Nullable JsonObject begin(FakeTask task, FakeCall call, Turn turn)
      throws Refusal, InterruptedException {
    return tasks.begin(task, call, turn);
  }

  @Override
  public OpenQuestion pose(FakeQuestion question, Turn turn) throws InterruptedException {
    return server.questions().pose(question, turn);
  }
}
