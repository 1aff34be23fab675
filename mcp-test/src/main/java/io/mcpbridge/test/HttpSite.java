package io.mcpbridge.test;

import org.jspecify.annotations.Nullable;

/** What is to be found behind a {@link HttpListener}. */
interface HttpSite {

  FakeMcpServer server();

  /**
   * Takes a request.
   *
   * @return the server's turn, to be run; {@code null} if the request has been answered already
   */
  @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection);
}
