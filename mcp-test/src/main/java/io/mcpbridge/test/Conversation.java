package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a server remembers of one client: a process, an in-process channel, or an HTTP session. A
 * stateless HTTP request has one to itself.
 */
final class Conversation {

  private final Map<RequestId, Turn> underWay = new ConcurrentHashMap<>();
  private final Set<RequestId> used = ConcurrentHashMap.newKeySet();
  private final Map<RequestId, CompletableFuture<JsonRpcResponse>> asked =
      new ConcurrentHashMap<>();
  private final List<Consumer<Object>> streams = new CopyOnWriteArrayList<>();

  private volatile @Nullable String sessionId;
  private volatile @Nullable String revision;
  private volatile boolean initialized;
  private volatile String logLevel = "debug";

  /** Something that takes what nobody asked for; the first one gets it. */
  void addStream(Consumer<Object> stream) {
    streams.add(stream);
  }

  void removeStream(Consumer<Object> stream) {
    streams.remove(stream);
  }

  void announce(JsonRpcMessage message) {
    streams.stream().findFirst().ifPresent(stream -> stream.accept(message.toJson().toMap()));
  }

  /** Notes that a request is under way, in the order in which requests come. */
  void begin(Turn turn) {
    RequestId id = turn.received().id();
    if (id != null) {
      turn.idWas(used.add(id), underWay.put(id, turn) == null);
    }
  }

  void ended(Turn turn) {
    RequestId id = turn.received().id();
    if (id != null) {
      underWay.remove(id, turn);
    }
  }

  @Nullable Turn underWay(@Nullable RequestId id) {
    return id == null ? null : underWay.get(id);
  }

  CompletableFuture<JsonRpcResponse> ask(RequestId id) {
    CompletableFuture<JsonRpcResponse> answer = new CompletableFuture<>();
    asked.put(id, answer);
    return answer;
  }

  /** Hands a response to whoever asked; false if nobody did. */
  boolean answered(JsonRpcResponse response) {
    RequestId id = response.id();
    CompletableFuture<JsonRpcResponse> answer = id == null ? null : asked.remove(id);
    return answer != null && answer.complete(response);
  }

  @Nullable String sessionId() {
    return sessionId;
  }

  void sessionId(String id) {
    sessionId = id;
  }

  /** What was negotiated; {@code null} before {@code initialize}. */
  @Nullable String revision() {
    return revision;
  }

  void negotiated(String negotiated) {
    revision = negotiated;
  }

  boolean isInitialized() {
    return initialized;
  }

  void initialized() {
    initialized = true;
  }

  String logLevel() {
    return logLevel;
  }

  void logLevel(String level) {
    logLevel = level;
  }
}
