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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
  private final List<MessageStream> streams = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition streamAdded = lock.newCondition();
  private final DoorRules rules;

  private volatile @Nullable String sessionId;
  private volatile @Nullable String revision;
  private volatile boolean initialized;
  private volatile String logLevel = "debug";

  Conversation(DoorRules rules) {
    this.rules = rules;
  }

  DoorRules rules() {
    return rules;
  }

  /** Adds a place where the client hears what it did not ask for, for good where nobody listens. */
  void addStream(MessageStream stream) {
    lock.lock();
    try {
      streams.removeIf(old -> !old.isOpen());
      streams.add(stream);
      streamAdded.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody listens to this stream any longer. */
  void unheard(EventStream stream) {
    if (!stream.outlivesConnections()) {
      streams.remove(stream);
    }
  }

  /**
   * Sends what the client did not ask for over one stream, if possible one that is being listened
   * to; false if nobody is going to hear it.
   */
  boolean announce(JsonRpcMessage message) {
    Object json = message.toJson().toMap();
    return streams.stream().anyMatch(stream -> stream.isOpen() && stream.send(json))
        || streams.stream().anyMatch(stream -> stream.send(json));
  }

  /** Does the same as soon as somebody listens. */
  void announceWhenHeard(JsonRpcMessage message) throws InterruptedException {
    lock.lock();
    try {
      while (!announce(message)) {
        streamAdded.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends its streams in good order. */
  void end() {
    streams.forEach(MessageStream::end);
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
