package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.rules.LogLevels;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** 2026-07-28: every request is independent and carries its metadata in {@code _meta}. */
final class StatelessEra implements ProtocolEra {

  static final String PREFIX = "io.modelcontextprotocol/";
  static final String PROTOCOL_VERSION = PREFIX + "protocolVersion";
  private static final String CLIENT_CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String SERVER_INFO = PREFIX + "serverInfo";
  private static final String LOG_LEVEL = PREFIX + "logLevel";
  private static final Set<String> CACHEABLE =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read");

  private final ServerCore server;
  private final Operations operations;
  private final HttpHeaderRules headers;
  private final StatelessTasks tasks;

  StatelessEra(ServerCore server, Operations operations) {
    this.server = server;
    this.operations = operations;
    this.headers = new HttpHeaderRules(server);
    this.tasks = new StatelessTasks(server);
  }

  @Override
  public void answer(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    if (serverTurn.received().message() instanceof JsonRpcRequest request) {
      request(serverTurn, request);
    } else if (serverTurn.received().message() instanceof JsonRpcNotification notification) {
      notification(serverTurn, notification);
      serverTurn.accept();
    } else if (serverTurn.received().message() != null) {
      server.violation(
          "a response was sent, which 2026-07-28 forbids: " + serverTurn.received().text());
      serverTurn.accept();
    } else {
      throw JsonRpcRefusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
    }
  }

  private void request(Turn serverTurn, JsonRpcRequest request)
      throws JsonRpcRefusal, InterruptedException {
    ReceivedMessage received = serverTurn.received();
    if (!serverTurn.idIsFree()) {
      server.violation("the request id " + request.id() + " is still in use");
    }
    if (request.method().equals("initialize")) {
      throw unsupported(received.params().string("protocolVersion", "none"));
    }
    headers.checkPresent(received);
    checkMeta(received);
    headers.checkAgreement(received);
    String requested = received.meta().string(PROTOCOL_VERSION, "");
    if (!server.profile().revisions().contains(requested)
        || !FakeRevisions.stateless().contains(requested)) {
      throw unsupported(requested);
    }
    if (request.method().equals("subscriptions/listen")) {
      server.subscriptions().open(serverTurn);
      return;
    }
    JsonObject result = perform(serverTurn, request);
    if (result != null) {
      serverTurn.respond(
          200, Map.of(), JsonRpcResponse.success(request.id(), complete(request.method(), result)));
    }
  }

  private @Nullable JsonObject perform(Turn serverTurn, JsonRpcRequest request)
      throws JsonRpcRefusal, InterruptedException {
    if (request.method().equals("server/discover")) {
      return discover();
    }
    if (TaskRuns.isAbout(request)) {
      return tasks.perform(serverTurn);
    }
    if (request.method().equals("tools/call")) {
      tasks.check(serverTurn.received());
    }
    return operations.perform(serverTurn, this);
  }

  /** The client capabilities of a request. */
  static JsonObject capabilities(ReceivedMessage received) {
    return JsonObject.of(received.meta().map(CLIENT_CAPABILITIES));
  }

  private void checkMeta(ReceivedMessage received) throws JsonRpcRefusal {
    for (String key : new String[] {PROTOCOL_VERSION, CLIENT_CAPABILITIES}) {
      if (!received.meta().has(key)) {
        throw JsonRpcRefusal.of(
            400, JsonRpcError.INVALID_PARAMS, "Missing required _meta field: " + key);
      }
    }
    if (received.meta().string(PROTOCOL_VERSION) == null
        || received.meta().object(CLIENT_CAPABILITIES) == null) {
      throw JsonRpcRefusal.of(
          400, JsonRpcError.INVALID_PARAMS, "a required _meta field has the wrong type");
    }
  }

  private JsonRpcRefusal unsupported(String requested) {
    return JsonRpcRefusal.of(
        400,
        JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
        Map.of("supported", server.profile().revisions(), "requested", requested));
  }

  private JsonObject discover() {
    JsonObject result =
        JsonObject.empty()
            .with("supportedVersions", server.profile().revisions())
            .with("capabilities", server.capabilities());
    String instructions = server.profile().instructions();
    return instructions == null ? result : result.with("instructions", instructions);
  }

  private JsonObject complete(String method, JsonObject result) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("resultType", "complete");
    members.putAll(result.toMap());
    if (CACHEABLE.contains(method) && "complete".equals(members.get("resultType"))) {
      members.putIfAbsent("ttlMs", 0);
      members.putIfAbsent("cacheScope", "private");
    }
    JsonObject meta = JsonObject.of(result.map("_meta"));
    if (!meta.has(SERVER_INFO)) {
      members.put("_meta", meta.with(SERVER_INFO, server.profile().identity()).toMap());
    }
    return JsonObject.of(members);
  }

  private void notification(Turn serverTurn, JsonRpcNotification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      if (serverTurn.received().httpMethod() != null) {
        server.violation("notifications/cancelled was sent over HTTP, where 2026-07-28 has none");
      }
      RequestId id = RequestId.from(serverTurn.received().params().get("requestId"));
      Turn cancelled = serverTurn.conversation().activeTurn(id);
      if (cancelled != null) {
        cancelled.cancelled();
      }
    }
  }

  @Override
  public void clientLeft(Turn serverTurn) {
    serverTurn.abandoned();
    serverTurn.cancelled();
  }

  @Override
  public boolean wantsLog(Turn serverTurn, String level) {
    String minimum = serverTurn.received().meta().string(LOG_LEVEL);
    return minimum != null && LogLevels.atLeast(minimum, level);
  }

  @Override
  public int resourceNotFound() {
    return JsonRpcError.INVALID_PARAMS;
  }

  @Override
  public JsonObject begin(TaskPlan task, HandledCall call, Turn serverTurn) throws JsonRpcRefusal {
    return tasks.begin(task, call);
  }

  @Override
  public PendingRequest sendRequest(FakeServerRequest question, Turn serverTurn) {
    throw new IllegalStateException(
        "a 2026-07-28 server cannot send " + question + "; return FakeResult.inputRequired(...)");
  }
}
