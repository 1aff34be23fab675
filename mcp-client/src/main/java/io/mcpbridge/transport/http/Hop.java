package io.mcpbridge.transport.http;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.util.Timeout;

/** Where connections of this application go first: to the server, or to a proxy before it. */
interface Hop {

  /** To the server. */
  Hop DIRECT =
      new Hop() {
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

  /** Makes a request one that is understood there. */
  void address(ClassicHttpRequest request, Endpoint to);

  /** Makes a connection on which the server's first byte is the next one. */
  void connect(
      PoolingHttpClientConnectionManager connections,
      ConnectionEndpoint lease,
      Endpoint to,
      Timeout limit)
      throws IOException, HttpException;
}
