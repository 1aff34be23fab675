package io.mcpbridge.oauth.core;

import java.util.Objects;

/**
 * The scope of a registration, which is never sent to another authorization server.
 *
 * @param resource the resource identifier of the MCP server: from its metadata, otherwise its URL
 * @param issuer the authorization server that registered the client
 */
public record RegistrationKey(String resource, String issuer) {

  /** Rejects {@code null}. */
  public RegistrationKey {
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(issuer, "issuer");
  }

  /** Safe for logs: only the hosts. A URL may have a secret in its query. */
  @Override
  public String toString() {
    return "RegistrationKey[" + TokenKey.host(resource) + ", issuer=" + TokenKey.host(issuer) + "]";
  }
}
