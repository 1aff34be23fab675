package io.mcpbridge.oauth.core;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

/**
 * The scope of a token: it is never used for another server, sent to another authorization server,
 * or used by another client or for another principal.
 *
 * @param server the URL of the MCP server, as its transport has it: another URL of the same
 *     resource has a token of its own
 * @param resource the resource identifier of the MCP server: from its metadata, otherwise its URL
 * @param issuer the authorization server that issued it
 * @param clientId the client it was issued to
 * @param principal the user, or the application
 */
public record TokenKey(
    String server, String resource, String issuer, String clientId, String principal) {

  /** Rejects {@code null}. */
  public TokenKey {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(clientId, "clientId");
    Objects.requireNonNull(principal, "principal");
  }

  /**
   * Safe for logs: only the hosts. A URL may have a secret in its query, and the principal is
   * private.
   */
  @Override
  public String toString() {
    return "TokenKey[" + host(server) + ", issuer=" + host(issuer) + "]";
  }

  public static String host(String url) {
    try {
      return String.valueOf(new URI(url).getHost());
    } catch (URISyntaxException e) {
      return "null";
    }
  }
}
