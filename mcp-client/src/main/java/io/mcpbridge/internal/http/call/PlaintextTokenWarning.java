package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.text.PlainHttp;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.HttpHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns about tokens sent unencrypted, once per transport that sends any. */
final class PlaintextTokenWarning {

  private static final Logger log = LoggerFactory.getLogger(PlaintextTokenWarning.class);

  private final Endpoint endpoint;
  private final boolean exposed;
  private final AtomicBoolean warned = new AtomicBoolean();

  PlaintextTokenWarning(Endpoint endpoint) {
    this.endpoint = endpoint;
    this.exposed = PlainHttp.isRemote(endpoint.uri());
  }

  /** Notes that this header is or will be sent. */
  void sent(String header) {
    if (exposed && header.equalsIgnoreCase(HttpHeaders.AUTHORIZATION) && !warned.getAndSet(true)) {
      log.warn(
          "{} is a remote host reached over plain http: others on the network can read the token or"
              + " password in Authorization. Use https (setting url), unless something else"
              + " encrypts the connection, such as a service mesh",
          endpoint.address());
    }
  }
}
