package io.mcpbridge.test;

import io.mcpbridge.test.internal.http.HttpSseServer;
import java.util.Map;
import java.util.WeakHashMap;

/** The endpoints of the older transport, which applications do not test with. */
public final class HttpSse {

  private static final Map<FakeMcpServer, HttpSseServer> ENDPOINTS = new WeakHashMap<>();

  private HttpSse() {}

  /** The HTTP+SSE endpoint of a server on a free port, opened on first use. */
  public static HttpSseServer of(FakeMcpServer server) {
    synchronized (ENDPOINTS) {
      return ENDPOINTS.computeIfAbsent(server, HttpSse::opened);
    }
  }

  private static HttpSseServer opened(FakeMcpServer server) {
    HttpSseServer endpoint = new HttpSseServer(server.core());
    server.core().whenClosed(endpoint::close);
    endpoint.start();
    return endpoint;
  }
}
