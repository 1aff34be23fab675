package io.mcpbridge.test.exchange;

import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Duration;

/** A server request whose response may be pending. Thread-safe. */
public interface PendingServerRequest {

  /** The id of the request. */
  RequestId id();

  /** Whether the response has arrived. */
  boolean isAnswered();

  /**
   * Waits for the response.
   *
   * @throws AssertionError if it does not arrive in time
   * @throws InterruptedException if the server is being closed
   */
  JsonRpcResponse await(Duration limit) throws InterruptedException;

  /** Cancels the request ({@code notifications/cancelled}). */
  void cancel(String reason);
}
