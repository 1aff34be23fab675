package io.mcpbridge.internal.http.connection;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A proxy that cannot be reached, or does not connect to the server. */
public final class ProxyException extends IOException {

  private final String host;
  private final String authority;
  private final int status;
  private final @Nullable IOException problem;

  /** The proxy is unreachable. */
  ProxyException(String host, String authority, IOException problem) {
    super("no connection to the proxy " + authority, problem);
    this.host = host;
    this.authority = authority;
    this.status = 0;
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
            + (status == 407 ? "; it requires credentials, or different ones" : ""));
    this.host = authority;
    this.authority = authority;
    this.status = status;
    this.problem = null;
  }

  public String host() {
    return host;
  }

  /** The HTTP status of a refusal; 0 if the proxy is unreachable. */
  public int status() {
    return status;
  }

  public String authority() {
    return authority;
  }

  /** Why the proxy is unreachable; {@code null} if it was reached. */
  public @Nullable IOException problem() {
    return problem;
  }
}
