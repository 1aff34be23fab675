package io.mcpbridge.internal.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls whose tasks are being polled; routes progress that arrives between two polls. Thread-safe.
 */
final class PolledCalls {

  private final Set<ClientCall> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  void begin(ClientCall call) {
    calls.add(call);
    if (closed) {
      call.clientClosed();
    }
  }

  void end(ClientCall call) {
    calls.remove(call);
  }

  /** Offers a progress notification that no exchange waits for to these calls. */
  void progressed(JsonRpcNotification report) {
    calls.forEach(call -> call.progressed(report));
  }

  /** Stops their waiting. */
  void close() {
    closed = true;
    calls.forEach(ClientCall::clientClosed);
  }
}
