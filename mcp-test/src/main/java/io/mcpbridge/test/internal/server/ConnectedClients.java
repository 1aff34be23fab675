package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.test.internal.message.DroppableConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The connections, and the clients with an open session (up to 2025-11-25). Thread-safe. */
public final class ConnectedClients {

  private final Set<DroppableConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger opened = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Conversation> sessionStarted = new ArrayList<>();

  /** Registers a connection and returns its number. */
  public int connected(DroppableConnection connection) {
    connections.add(connection);
    return opened.incrementAndGet();
  }

  public void disconnected(DroppableConnection connection) {
    connections.remove(connection);
  }

  public int connectionsOpened() {
    return opened.get();
  }

  public void disconnectAll() {
    connections.forEach(DroppableConnection::drop);
  }

  /** A session starts. */
  void sessionStarted(Conversation conversation) {
    lock.lock();
    try {
      sessionStarted.remove(conversation);
      sessionStarted.add(conversation);
    } finally {
      lock.unlock();
    }
  }

  /** A client sent {@code notifications/initialized}. */
  public void initialized(Conversation conversation) {
    conversation.initialized();
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A session ended. */
  public void sessionEnded(Conversation conversation) {
    lock.lock();
    try {
      sessionStarted.remove(conversation);
    } finally {
      lock.unlock();
    }
  }

  /** Sends a message to the clients in a session that match, if they have a stream open. */
  public void notify(Predicate<Conversation> filter, JsonRpcMessage message) {
    sessions().stream().filter(filter).forEach(client -> client.announce(message));
  }

  /**
   * The client with the latest initialized session; waits for one.
   *
   * @throws AssertionError if there is none in time
   */
  public Conversation latest(Duration limit) throws InterruptedException {
    long nanos = limit.toNanos();
    lock.lock();
    try {
      while (true) {
        for (int i = sessionStarted.size() - 1; i >= 0; i--) {
          if (sessionStarted.get(i).isInitialized()) {
            return sessionStarted.get(i);
          }
        }
        if (nanos <= 0) {
          throw new AssertionError("no client has opened a session within " + limit);
        }
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  private List<Conversation> sessions() {
    lock.lock();
    try {
      return List.copyOf(sessionStarted);
    } finally {
      lock.unlock();
    }
  }
}
