package io.mcpbridge.test.internal.channel;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.internal.server.Turn;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.ExchangeListener;
import io.mcpbridge.transport.Outbound;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request and its messages from the server. */
public final class InProcessExchange implements Exchange {

  private static final Set<InProcessExchange> OPEN = ConcurrentHashMap.newKeySet();

  private final InProcessChannel channel;
  private final JsonRpcRequest request;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final BlockingQueue<Object> pendingEvents = new LinkedBlockingQueue<>();
  private volatile @Nullable Turn serverTurn;
  private volatile boolean over;
  private @Nullable ExchangeListener listener;
  private @Nullable Runnable ready;

  public InProcessExchange(InProcessChannel channel, JsonRpcRequest request) {
    this.channel = channel;
    this.request = request;
    OPEN.add(this);
  }

  /** The exchanges that are not closed yet. */
  public static Set<InProcessExchange> open() {
    return Set.copyOf(OPEN);
  }

  /** Waits for the user of the exchange to close it. */
  public void awaitClosed(long nanos) throws InterruptedException {
    closed.await(nanos, TimeUnit.NANOSECONDS);
  }

  public void begin(Turn serversTurn) {
    serverTurn = serversTurn;
  }

  public RequestId id() {
    return request.id();
  }

  /** Delivers a message, unless the exchange has ended. */
  boolean deliver(JsonRpcMessage message) {
    if (over) {
      return false;
    }
    over = message instanceof JsonRpcResponse;
    addEvent(message);
    return true;
  }

  public void fail(McpException cause) {
    over = true;
    addEvent(cause);
  }

  private synchronized void addEvent(Object next) {
    if (listener != null) {
      notifyListener(listener, next);
      return;
    }
    pendingEvents.add(next);
    if (ready != null) {
      Runnable callback = ready;
      ready = null;
      callback.run();
    }
  }

  @Override
  public synchronized boolean whenReady(Runnable callback) {
    if (pendingEvents.isEmpty()) {
      ready = callback;
    } else {
      callback.run();
    }
    return true;
  }

  private void notifyListener(ExchangeListener follower, Object next) {
    if (next instanceof JsonRpcMessage message) {
      follower.onMessage(message);
    } else {
      follower.onLost((McpException) next);
    }
    if (over) {
      close();
    }
  }

  /** The server's threads deliver. */
  @Override
  public synchronized void follow(ExchangeListener follower, Executor threads) {
    listener = follower;
    for (Object next = pendingEvents.poll(); next != null; next = pendingEvents.poll()) {
      notifyListener(follower, next);
    }
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    Object next;
    try {
      next = pendingEvents.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(subject() + " was interrupted", e);
    }
    if (next instanceof McpException cause) {
      pendingEvents.add(cause);
      throw cause;
    }
    if (next == null) {
      throw new McpTimeoutException(subject() + " was not answered within " + deadline.described());
    }
    return (JsonRpcMessage) next;
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    if (over) {
      return;
    }
    fail(new McpCancelledException(subject() + " was cancelled"));
    if (notice != null) {
      channel.sendNow(notice);
    } else {
      abandonCall();
    }
  }

  @Override
  public void close() {
    OPEN.remove(this);
    closed.countDown();
    if (!over) {
      over = true;
      abandonCall();
    }
    channel.closed(this);
  }

  private void abandonCall() {
    Turn turn = serverTurn;
    if (turn != null) {
      channel.server().protocol().clientLeft(turn);
    }
  }

  @Override
  public String toString() {
    return subject() + " " + id();
  }

  private String subject() {
    return channel.address() + ": " + request.method();
  }
}
