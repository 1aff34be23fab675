package io.mcpbridge.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

/**
 * For what a token is good: it is never used for another server, sent to another authorization
 * server, or used by another client or for somebody else.
 *
 * @param server the URL of the MCP server, as its transport has it: another one that names the same
 *     resource has a token of its own
 * @param resource the MCP server, as its metadata or else its URL says
 * @param issuer who gave it
 * @param clientId to which client
 * @param principal in whose name
 */
public record TokenKey(
    String server, String resource, String issuer, String clientId, String principal) {

  /** Nothing of it may be missing. */
  public TokenKey {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(clientId, "clientId");
    Objects.requireNonNull(principal, "principal");
  }

  /** For a log: the hosts. A URL may have a secret in its query, and whose it is is theirs. */
  @Override
  public String toString() {
    return "TokenKey[" + host(server) + ", issuer=" + host(issuer) + "]";
  }

  static String host(String url) {
    try {
      return String.valueOf(new URI(url).getHost());
    } catch (URISyntaxException e) {
      return "null";
    }
  }
}
