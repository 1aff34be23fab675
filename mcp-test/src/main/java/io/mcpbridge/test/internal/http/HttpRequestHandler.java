package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import org.jspecify.annotations.Nullable;

/** The handler of the requests to an {@link HttpListener}. */
interface HttpRequestHandler {

  ServerCore server();

  /**
   * Handles a request.
   *
   * @return the server's turn, for the caller to run; {@code null} if the request was answered
   *     already
   */
  @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection);
}
