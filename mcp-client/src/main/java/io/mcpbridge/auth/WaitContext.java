package io.mcpbridge.auth;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How long a request waits for credentials: until its deadline, or until its call is cancelled or
 * its client closed. Credentials that depend on an authorization server or a user run that work on
 * another thread and wait for it here.
 */
public interface WaitContext {

  /**
   * Blocks the request's thread until work on another thread completes. Meanwhile the request holds
   * neither a connection nor a permit for concurrent requests.
   *
   * @param work the future to wait for, however it completes
   * @param atMost the longest wait, if the request's deadline is later
   * @param description what is awaited, for messages, such as {@code a token of login.example.com}
   * @return whether the work is done
   * @throws io.mcpbridge.error.McpTimeoutException if the request's deadline passes
   * @throws io.mcpbridge.error.McpCancelledException if the call is cancelled or this thread
   *     interrupted
   * @throws io.mcpbridge.error.McpException if the client is closed
   */
  boolean await(CompletableFuture<?> work, Duration atMost, String description);

  /** A wait without a deadline; ends when the thread is interrupted. */
  static WaitContext endless() {
    return Unbounded.INSTANCE;
  }
}
