package io.mcpbridge.transport.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A proxy that cannot be reached, or does not connect to the server. */
final class ProxyException extends IOException {

  private final String host;
  private final String authority;
  private final @Nullable IOException problem;

  /** The proxy is unreachable. */
  ProxyException(String host, String authority, IOException problem) {
    super("no connection to the proxy " + authority, problem);
    this.host = host;
    this.authority = authority;
    this.problem = problem;
  }

  /** The proxy refuses. */
  ProxyException(String authority, String server, int status) {
    super(
        "the proxy "
            + authority
            + " does not connect to "
            + server
            + ": it answered with HTTP status "
            + status
            + (status == 407 ? ", so it wants credentials, or other ones" : ""));
    this.host = authority;
    this.authority = authority;
    this.problem = null;
  }

  String host() {
    return host;
  }

  String authority() {
    return authority;
  }

  /** Why the proxy is unreachable; {@code null} if it was reached. */
  @Nullable IOException problem() {
    return problem;
  }
}
