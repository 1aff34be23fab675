package io.mcpbridge.transport.http;

import io.mcpbridge.auth.PlainHttp;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.HttpHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns about tokens sent unencrypted, once per transport that sends any. */
final class PlaintextTokenWarning {

  private static final Logger LOG = LoggerFactory.getLogger(StreamableHttpTransport.class);

  private final Endpoint endpoint;
  private final boolean exposed;
  private final AtomicBoolean told = new AtomicBoolean();

  PlaintextTokenWarning(Endpoint endpoint) {
    this.endpoint = endpoint;
    this.exposed = PlainHttp.leavesThisMachine(endpoint.uri());
  }

  /** Notes that this header is or will be sent. */
  void sent(String header) {
    if (exposed && header.equalsIgnoreCase(HttpHeaders.AUTHORIZATION) && !told.getAndSet(true)) {
      LOG.warn(
          "{} is another machine and spoken to over plain http: others on the network can use the"
              + " token or password in Authorization. Use https (setting url), unless something else"
              + " sees to that, such as a service mesh",
          endpoint.address());
    }
  }
}
