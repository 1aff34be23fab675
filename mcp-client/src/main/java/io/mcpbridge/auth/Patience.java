package io.mcpbridge.auth;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How long a request waits for credentials: until its deadline, and not once its call is cancelled
 * or its client closed. Credentials that depend on somebody else, such as an authorization server
 * or a person, let that go on elsewhere and wait here.
 */
public interface Patience {

  /**
   * Waits on this thread, which has to be that of the request, for something that goes on
   * elsewhere. Meanwhile the request holds neither a connection nor a place among those that may be
   * made at a time.
   *
   * @param work what is waited for, however it ends
   * @param atMost returns after this time, if the request may take longer
   * @param what is waited for, in messages, such as {@code a token of login.example.com}
   * @return whether the work is done
   * @throws io.mcpbridge.error.McpTimeoutException if the time of the request is up
   * @throws io.mcpbridge.error.McpCancelledException if the call is cancelled, or this thread
   *     interrupted
   * @throws io.mcpbridge.error.McpException if the client is closed
   */
  boolean await(CompletableFuture<?> work, Duration atMost, String what);

  /** For what has no deadline; it ends when the thread is interrupted. */
  static Patience endless() {
    return Endless.PATIENCE;
  }
}
