package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.internal.message.MessageStream;
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
public final class Conversation {

  private final Map<RequestId, Turn> activeTurns = new ConcurrentHashMap<>();
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

  public Conversation(EndpointRules rules) {
    this.rules = rules;
  }

  public EndpointRules rules() {
    return rules;
  }

  /** Adds a stream for unsolicited messages; kept even while no client reads it. */
  public void addStream(MessageStream stream) {
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
  public void streamClosed(MessageStream stream) {
    if (!stream.outlivesConnections()) {
      streams.remove(stream);
    }
  }

  /**
   * Sends an unsolicited message over one stream, preferably one that the client reads; false if it
   * will never be received.
   */
  public boolean announce(JsonRpcMessage message) {
    Object json = message.toJson().toMap();
    return streams.stream().anyMatch(stream -> stream.isOpen() && stream.send(json))
        || streams.stream().anyMatch(stream -> stream.send(json));
  }

  /** The same as soon as the client reads a stream; false if it does not in time. */
  boolean announceOnceListening(JsonRpcMessage message, long nanos) throws InterruptedException {
    long remainingNanos = nanos;
    lock.lock();
    try {
      while (!announce(message)) {
        if (remainingNanos <= 0) {
          return false;
        }
        remainingNanos = streamAdded.awaitNanos(remainingNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends its streams normally. */
  public void end() {
    streams.forEach(MessageStream::end);
  }

  /** Registers a request in flight, in the order of arrival. */
  public void begin(Turn serverTurn) {
    RequestId id = serverTurn.received().id();
    if (id != null) {
      serverTurn.idWas(used.add(id), activeTurns.put(id, serverTurn) == null);
    }
  }

  public void ended(Turn serverTurn) {
    RequestId id = serverTurn.received().id();
    if (id != null) {
      activeTurns.remove(id, serverTurn);
    }
  }

  /** The requests in flight. */
  List<Turn> activeTurns() {
    return List.copyOf(activeTurns.values());
  }

  @Nullable Turn activeTurn(@Nullable RequestId id) {
    return id == null ? null : activeTurns.get(id);
  }

  public @Nullable String sessionId() {
    return sessionId;
  }

  public void sessionId(String id) {
    sessionId = id;
  }

  /** The negotiated revision; {@code null} before {@code initialize}. */
  public @Nullable String revision() {
    return revision;
  }

  /** The client's declared capabilities; empty before {@code initialize}. */
  public JsonObject capabilities() {
    return capabilities;
  }

  public void negotiated(String negotiated, JsonObject clientCapabilities) {
    revision = negotiated;
    capabilities = clientCapabilities;
  }

  boolean isInitialized() {
    return initialized;
  }

  public void initialized() {
    initialized = true;
  }

  /** The resources that the client has subscribed to. */
  public Set<String> subscribed() {
    return subscribed;
  }

  public String logLevel() {
    return logLevel;
  }

  public void logLevel(String level) {
    logLevel = level;
  }
}
