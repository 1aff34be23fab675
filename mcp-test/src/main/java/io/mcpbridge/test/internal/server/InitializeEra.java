package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.rules.LogLevels;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * 2024-11-05 to 2025-11-25: {@code initialize} opens a session, in which both sides may send
 * requests.
 */
final class InitializeEra implements ProtocolEra {

  private static final int RESOURCE_NOT_FOUND = -32002;

  private final ServerCore server;
  private final Operations operations;
  private final InitializeTasks tasks;

  InitializeEra(ServerCore server, Operations operations) {
    this.server = server;
    this.operations = operations;
    this.tasks = new InitializeTasks(server);
  }

  @Override
  public void answer(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    ReceivedMessage received = serverTurn.received();
    if (!received.method().equals("initialize")) {
      serverTurn.rules().check(serverTurn);
    }
    JsonRpcMessage message = received.message();
    if (message instanceof JsonRpcRequest request) {
      request(serverTurn, request);
    } else if (message instanceof JsonRpcNotification notification) {
      notification(serverTurn, notification);
      serverTurn.accept();
    } else if (message instanceof JsonRpcResponse response) {
      server.serverRequestLog().answered(serverTurn.conversation(), response, received.text());
      serverTurn.accept();
    } else {
      serverTurn.rules().answerWithoutMessage(serverTurn);
    }
  }

  private void request(Turn serverTurn, JsonRpcRequest request)
      throws JsonRpcRefusal, InterruptedException {
    if (!serverTurn.idIsNew() && serverTurn.conversation().revision() != null) {
      server.violation("the request id " + request.id() + " was used before in this session");
    }
    Map<String, String> headers = Map.of();
    @Nullable JsonObject result;
    switch (request.method()) {
      case "initialize" -> {
        result = initialize(serverTurn);
        headers = serverTurn.rules().initializeHeaders(serverTurn);
      }
      case "ping" -> result = JsonObject.empty();
      case "logging/setLevel" -> result = setLogLevel(serverTurn);
      case "resources/subscribe", "resources/unsubscribe" -> {
        requireInitialized(serverTurn);
        result = subscribe(serverTurn);
      }
      default -> {
        requireInitialized(serverTurn);
        if (request.method().equals("tools/call")) {
          tasks.check(serverTurn);
        }
        result =
            TaskRuns.isAbout(request)
                ? tasks.perform(serverTurn)
                : operations.perform(serverTurn, this);
      }
    }
    if (result != null) {
      serverTurn.respond(200, headers, JsonRpcResponse.success(request.id(), result));
    }
  }

  private JsonObject initialize(Turn serverTurn) throws JsonRpcRefusal {
    JsonObject params = serverTurn.received().params();
    String requested = params.string("protocolVersion");
    JsonObject capabilities = params.object("capabilities");
    if (requested == null || capabilities == null || params.object("clientInfo") == null) {
      throw JsonRpcRefusal.invalidParams(
          "initialize needs protocolVersion, capabilities and clientInfo");
    }
    if (FakeRevisions.stateless().contains(requested)) {
      server.violation("initialize was asked for " + requested + ", which has no initialize");
    }
    List<String> supported =
        server.profile().revisions().stream().filter(FakeRevisions.initialize()::contains).toList();
    if (supported.isEmpty()) {
      throw JsonRpcRefusal.of(200, JsonRpcError.METHOD_NOT_FOUND, "Method not found: initialize");
    }
    String agreed = supported.contains(requested) ? requested : supported.get(0);
    serverTurn.conversation().negotiated(agreed, capabilities);
    server.clients().sessionStarted(serverTurn.conversation());
    JsonObject result =
        JsonObject.empty()
            .with("protocolVersion", agreed)
            .with("capabilities", server.capabilities())
            .with("serverInfo", server.profile().identity());
    String instructions = server.profile().instructions();
    return instructions == null ? result : result.with("instructions", instructions);
  }

  private void requireInitialized(Turn serverTurn) throws JsonRpcRefusal {
    boolean isInitializeOptional =
        !serverTurn.rules().requiresInitialize(serverTurn.conversation());
    String method = serverTurn.received().method();
    if (!operations.knows(method) && !subscribes(method) && !tasks.knows(serverTurn)) {
      throw JsonRpcRefusal.of(200, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }
    if (serverTurn.conversation().revision() == null && !isInitializeOptional) {
      throw JsonRpcRefusal.of(400, JsonRpcError.INVALID_REQUEST, "initialize must come first");
    }
    if (!serverTurn.conversation().isInitialized() && !isInitializeOptional) {
      server.violation(method + " came before notifications/initialized");
    }
  }

  private boolean subscribes(String method) {
    JsonObject resources = server.capabilities().object("resources");
    return method.endsWith("subscribe")
        && resources != null
        && Boolean.TRUE.equals(resources.bool("subscribe"));
  }

  private static JsonObject subscribe(Turn serverTurn) throws JsonRpcRefusal {
    String uri = serverTurn.received().params().string("uri");
    if (uri == null) {
      throw JsonRpcRefusal.invalidParams(serverTurn.received().method() + " needs a uri");
    }
    if (serverTurn.received().method().equals("resources/subscribe")) {
      serverTurn.conversation().subscribed().add(uri);
    } else {
      serverTurn.conversation().subscribed().remove(uri);
    }
    return JsonObject.empty();
  }

  private JsonObject setLogLevel(Turn serverTurn) throws JsonRpcRefusal {
    String level = serverTurn.received().params().string("level");
    if (level == null || !LogLevels.isLevel(level)) {
      throw JsonRpcRefusal.invalidParams("not a log level: " + level);
    }
    serverTurn.conversation().logLevel(level);
    return JsonObject.empty();
  }

  private void notification(Turn serverTurn, JsonRpcNotification notification) {
    if (notification.method().equals("notifications/initialized")) {
      server.clients().initialized(serverTurn.conversation());
    } else if (notification.method().equals("notifications/cancelled")) {
      @Nullable RequestId id = RequestId.from(serverTurn.received().params().get("requestId"));
      Turn cancelled = serverTurn.conversation().activeTurn(id);
      if (cancelled != null) {
        cancelled.cancelled();
      }
    }
  }

  @Override
  public void clientLeft(Turn serverTurn) {
    serverTurn.abandoned();
  }

  @Override
  public boolean wantsLog(Turn serverTurn, String level) {
    return LogLevels.atLeast(serverTurn.conversation().logLevel(), level);
  }

  @Override
  public int resourceNotFound() {
    return RESOURCE_NOT_FOUND;
  }

  @Override
  public @Nullable JsonObject begin(TaskPlan task, HandledCall call, Turn serverTurn)
      throws JsonRpcRefusal, InterruptedException {
    return tasks.begin(task, call, serverTurn);
  }

  @Override
  public PendingRequest sendRequest(FakeServerRequest question, Turn serverTurn)
      throws InterruptedException {
    return server.serverRequestLog().sendRequest(question, serverTurn);
  }
}
