package io.mcpbridge.oauth.core;

import java.net.URI;
import java.time.Instant;
import java.util.Objects;

/**
 * A pending authorization of a user. {@code toString} omits the secrets, and all of the server's
 * URL but its host.
 *
 * @param state the state parameter; a secret of that user, and the key in the store
 * @param principal the user who was asked, and the only one who may answer; if users share a token,
 *     this is not the token's principal
 * @param server the URL of the MCP server
 * @param ends when the authorization expires
 * @param details all other data, as JSON of at most 65,536 characters, to be stored unchanged; it
 *     holds secrets (the code verifier, RFC 7636, and possibly the DPoP key, RFC 9449), so restrict
 *     access to it
 */
public record StoredAuthorization(
    String state, String principal, URI server, Instant ends, String details) {

  /** Rejects {@code null}. */
  public StoredAuthorization {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(ends, "ends");
    Objects.requireNonNull(details, "details");
  }

  @Override
  public String toString() {
    return "StoredAuthorization[" + server.getHost() + ", ends=" + ends + "]";
  }
}
