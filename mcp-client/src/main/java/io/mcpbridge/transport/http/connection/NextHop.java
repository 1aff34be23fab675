package io.mcpbridge.transport.http.connection;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.util.Timeout;

/** The first hop of a connection: the server, or a proxy in front of it. */
public interface NextHop {

  /** Directly to the server. */
  NextHop DIRECT =
      new NextHop() {
        @Override
        public HttpRoute route(Endpoint to) {
          return to.route();
        }

        @Override
        public void address(ClassicHttpRequest request, Endpoint to) {}

        @Override
        public void connect(
            PoolingHttpClientConnectionManager connections,
            ConnectionEndpoint lease,
            Endpoint to,
            Timeout limit)
            throws IOException {
          connections.connect(lease, limit, HttpClientContext.create());
        }
      };

  HttpRoute route(Endpoint to);

  /** Sets the request's target as this hop expects it. */
  void address(ClassicHttpRequest request, Endpoint to);

  /** Connects so that the next byte read is the server's first. */
  void connect(
      PoolingHttpClientConnectionManager connections,
      ConnectionEndpoint lease,
      Endpoint to,
      Timeout limit)
      throws IOException, HttpException;
}
