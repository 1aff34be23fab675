package io.mcpbridge.internal.http.connection;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.util.Timeout;

/** The first hop of a connection: the server, or a proxy in front of it. */
public interface NextHop {

  /** Directly to the server. */
  NextHop DIRECT =
      new NextHop() {
        @Override
        public void address(ClassicHttpRequest request, Endpoint endpoint) {}

        @Override
        public void connect(
            SocketConnector connector,
            ClientConnection connection,
            Endpoint endpoint,
            Timeout limit)
            throws IOException {
          connector.connect(connection, endpoint.host(), limit);
          if (endpoint.secure()) {
            connector.secure(connection, endpoint.host(), limit);
          }
        }
      };

  /** Sets the request's target as this hop expects it. */
  void address(ClassicHttpRequest request, Endpoint endpoint);

  /**
   * Connects so that the next byte read is the server's first.
   *
   * @param limit timeout for TCP connect to each address, and for each read of what follows
   */
  void connect(
      SocketConnector connector, ClientConnection connection, Endpoint endpoint, Timeout limit)
      throws IOException, HttpException;
}
