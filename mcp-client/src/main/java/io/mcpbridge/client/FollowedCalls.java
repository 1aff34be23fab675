package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls whose tasks are polled: what concerns them between two polls finds them here.
 * Thread-safe.
 */
final class FollowedCalls {

  private final Set<ActiveCall> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  void begin(ActiveCall call) {
    calls.add(call);
    if (closed) {
      call.clientClosed();
    }
  }

  void end(ActiveCall call) {
    calls.remove(call);
  }

  /** A report of progress that no exchange waits for may be about one of them. */
  void progressed(JsonRpcNotification report) {
    calls.forEach(call -> call.progressed(report));
  }

  /** They do not wait any longer. */
  void close() {
    closed = true;
    calls.forEach(ActiveCall::clientClosed);
  }
}
