package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The server's state for one client: a process, an in-process channel, or an HTTP session. A
 * stateless HTTP request has one to itself.
 */
final class Conversation {

  private final Map<RequestId, ServerTurn> underWay = new ConcurrentHashMap<>();
  private final Set<RequestId> used = ConcurrentHashMap.newKeySet();
  private final List<MessageStream> streams = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition streamAdded = lock.newCondition();
  private final EndpointRules rules;

  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String sessionId;
  private volatile @Nullable String revision;
  private volatile JsonObject capabilities = JsonObject.empty();
  private volatile boolean initialized;
  private volatile String logLevel = "debug";

  Conversation(EndpointRules rules) {
    this.rules = rules;
  }

  EndpointRules rules() {
    return rules;
  }

  /** Adds a stream for unsolicited messages; kept even while no client reads it. */
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

  /** The client no longer reads this stream. */
  void streamClosed(ServerEventStream stream) {
    if (!stream.outlivesConnections()) {
      streams.remove(stream);
    }
  }

  /**
   * Sends an unsolicited message over one stream, preferably one that the client reads; false if it
   * will never be received.
   */
  boolean announce(JsonRpcMessage message) {
    Object json = message.toJson().toMap();
    return streams.stream().anyMatch(stream -> stream.isOpen() && stream.send(json))
        || streams.stream().anyMatch(stream -> stream.send(json));
  }

  /** The same as soon as the client reads a stream; false if it does not in time. */
  boolean announceOnceListening(JsonRpcMessage message, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lock();
    try {
      while (!announce(message)) {
        if (left <= 0) {
          return false;
        }
        left = streamAdded.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends its streams normally. */
  void end() {
    streams.forEach(MessageStream::end);
  }

  /** Registers a request in flight, in the order of arrival. */
  void begin(ServerTurn serverTurn) {
    RequestId id = serverTurn.received().id();
    if (id != null) {
      serverTurn.idWas(used.add(id), underWay.put(id, serverTurn) == null);
    }
  }

  void ended(ServerTurn serverTurn) {
    RequestId id = serverTurn.received().id();
    if (id != null) {
      underWay.remove(id, serverTurn);
    }
  }

  /** The requests in flight. */
  List<ServerTurn> underWay() {
    return List.copyOf(underWay.values());
  }

  @Nullable ServerTurn underWay(@Nullable RequestId id) {
    return id == null ? null : underWay.get(id);
  }

  @Nullable String sessionId() {
    return sessionId;
  }

  void sessionId(String id) {
    sessionId = id;
  }

  /** The negotiated revision; {@code null} before {@code initialize}. */
  @Nullable String revision() {
    return revision;
  }

  /** The client's declared capabilities; empty before {@code initialize}. */
  JsonObject capabilities() {
    return capabilities;
  }

  void negotiated(String negotiated, JsonObject clientCapabilities) {
    revision = negotiated;
    capabilities = clientCapabilities;
  }

  boolean isInitialized() {
    return initialized;
  }

  void initialized() {
    initialized = true;
  }

  /** The resources that the client has subscribed to. */
  Set<String> subscribed() {
    return subscribed;
  }

  String logLevel() {
    return logLevel;
  }

  void logLevel(String level) {
    logLevel = level;
  }
}
