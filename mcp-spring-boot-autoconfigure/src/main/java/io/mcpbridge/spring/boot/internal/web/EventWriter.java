package io.mcpbridge.spring.boot.internal.web;

import java.io.IOException;

/**
 * Writes server-sent events to one client: the first on the thread of the request, since it sends
 * the headers, and then one thread at a time.
 */
public interface EventWriter {

  /** Whether the client has read enough to be sent another event. */
  boolean isReady();

  /**
   * Writes and flushes an event. Blocks in a servlet application while the client does not read.
   *
   * @param data one line; a comment that clients ignore if empty
   * @throws IOException if the client has gone
   */
  void write(String data) throws IOException;

  /** Ends the response. */
  void end();

  /** Runs an action when the response has ended or the client has gone, on any thread. */
  void onEnd(Runnable action);
}
