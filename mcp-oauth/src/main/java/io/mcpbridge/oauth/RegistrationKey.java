package io.mcpbridge.oauth;

import java.util.Objects;

/**
 * For what a registration is good: it is never shown to another authorization server.
 *
 * @param resource the MCP server, as its metadata or else its URL says
 * @param issuer where the client has registered
 */
public record RegistrationKey(String resource, String issuer) {

  /** Nothing of it may be missing. */
  public RegistrationKey {
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(issuer, "issuer");
  }

  /** For a log: the hosts. A URL may have a secret in its query. */
  @Override
  public String toString() {
    return "RegistrationKey[" + TokenKey.host(resource) + ", issuer=" + TokenKey.host(issuer) + "]";
  }
}
