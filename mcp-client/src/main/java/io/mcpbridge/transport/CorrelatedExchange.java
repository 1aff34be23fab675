package io.mcpbridge.transport;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request whose progress and response a reader thread delivers. */
final class CorrelatedExchange implements Exchange {

  /**
   * Limit of unread progress notifications; beyond it the oldest is dropped. The response is never
   * dropped.
   */
  static final int MAX_WAITING_PROGRESS = 256;

  private static final Logger log = LoggerFactory.getLogger(CorrelatedExchange.class);

  private final RequestId id;
  private final @Nullable RequestId progressToken;
  private final NoResponse noResponse;
  private final Correlator correlator;
  private final Consumer<@Nullable Outbound> onAbandon;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Deque<JsonRpcNotification> progress = new ArrayDeque<>(0);
  private @Nullable JsonRpcResponse response;
  private @Nullable McpException failure;
  private @Nullable ExchangeListener listener;
  private @Nullable Runnable ready;
  private boolean completed;

  CorrelatedExchange(
      RequestId id,
      @Nullable RequestId progressToken,
      NoResponse noResponse,
      Correlator correlator,
      Consumer<@Nullable Outbound> onAbandon) {
    this.id = id;
    this.progressToken = progressToken;
    this.noResponse = noResponse;
    this.correlator = correlator;
    this.onAbandon = onAbandon;
  }

  RequestId id() {
    return id;
  }

  @Nullable RequestId progressToken() {
    return progressToken;
  }

  /** Whether a listener follows the exchange, which may then stay open for days. */
  boolean isFollowed() {
    lock.lock();
    try {
      return listener != null;
    } finally {
      lock.unlock();
    }
  }

  void progress(JsonRpcNotification report) {
    ExchangeListener following;
    Runnable waiting = null;
    lock.lock();
    try {
      following = listener;
      if (progress.size() == MAX_WAITING_PROGRESS) {
        progress.removeFirst();
      }
      if (following == null) {
        progress.addLast(report);
        waiting = somethingArrived();
      }
    } finally {
      lock.unlock();
    }
    if (waiting != null) {
      waiting.run();
    }
    notifyListener(following, report, null);
  }

  void complete(JsonRpcResponse answer) {
    end(answer, null);
  }

  void fail(McpException cause) {
    end(null, cause);
  }

  private boolean end(@Nullable JsonRpcResponse answer, @Nullable McpException cause) {
    ExchangeListener following;
    Runnable waiting;
    lock.lock();
    try {
      following = listener;
      if (completed) {
        return false;
      }
      completed = true;
      response = answer;
      failure = cause;
      waiting = somethingArrived();
    } finally {
      lock.unlock();
    }
    if (waiting != null) {
      waiting.run();
    }
    notifyListener(following, answer, cause);
    return true;
  }

  @Override
  public void follow(ExchangeListener follower, Executor threads) {
    JsonRpcResponse answer;
    McpException cause;
    lock.lock();
    try {
      listener = follower;
      answer = response;
      cause = failure;
    } finally {
      lock.unlock();
    }
    notifyListener(follower, answer, cause);
  }

  private void notifyListener(
      @Nullable ExchangeListener follower,
      @Nullable JsonRpcMessage message,
      @Nullable McpException cause) {
    try {
      if (follower != null && message != null) {
        follower.onMessage(message);
      } else if (follower != null && cause != null) {
        follower.onLost(cause);
      }
    } catch (RuntimeException | Error e) {
      correlator.listenerFailed(e);
    }
  }

  /** Wakes the waiting thread and returns the registered callback, which is thereby removed. */
  private @Nullable Runnable somethingArrived() {
    arrived.signalAll();
    Runnable waiting = ready;
    ready = null;
    return waiting;
  }

  @Override
  public boolean whenReady(Runnable callback) {
    lock.lock();
    try {
      if (progress.isEmpty() && !completed) {
        ready = callback;
        return true;
      }
    } finally {
      lock.unlock();
    }
    callback.run();
    return true;
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    lock.lock();
    try {
      long remaining = deadline.remainingNanos();
      while (progress.isEmpty() && !completed) {
        if (remaining <= 0) {
          throw noResponse.timedOut(deadline);
        }
        remaining = arrived.awaitNanos(remaining);
      }
      return take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw noResponse.interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private JsonRpcMessage take() {
    JsonRpcMessage next = progress.pollFirst();
    if (next != null) {
      return next;
    }
    if (failure != null) {
      throw failure.copyForCaller(); // the same failure may be thrown to many callers
    }
    next = response;
    response = null;
    if (next == null) {
      throw new IllegalStateException("the response has been read, or the exchange closed");
    }
    return next;
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    McpCancelledException cancelled = noResponse.abandoned();
    correlator.forget(this);
    if (!end(null, cancelled)) {
      return;
    }
    try {
      onAbandon.accept(notice);
    } catch (RuntimeException e) {
      log.debug("{}: the cancellation was not sent: {}", id, e.toString());
    }
  }

  @Override
  public void close() {
    correlator.forget(this);
    end(null, null);
  }
}
