package io.mcpbridge.test;

import org.jspecify.annotations.Nullable;

/** The handler of the requests to an {@link HttpListener}. */
interface HttpRequestHandler {

  FakeMcpServer server();

  /**
   * Handles a request.
   *
   * @return the server's turn, for the caller to run; {@code null} if the request was answered
   *     already
   */
  @Nullable ServerTurn accept(HttpRequest request, HttpReply reply, int connection);
}
