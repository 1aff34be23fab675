package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Instant;
import java.util.Objects;

/**
 * What a user was asked for and has not answered yet. {@code toString} does not show what is secret
 * in it, nor more of the server than its host.
 *
 * @param state what the answer will carry; a secret of that user, and the key
 * @param principal the user who was asked, and who alone may answer; where users share a token,
 *     another one than whose the token will be
 * @param server the URL of the MCP server that it is for
 * @param ends when an answer comes too late
 * @param details all else, as JSON in at most 65,536 characters, to be kept as it is; it holds a
 *     secret (the code verifier, RFC 7636, and perhaps the key of the token, RFC 9449), so it is
 *     not for everybody's eyes
 */
public record StoredAuthorization(
    String state, String principal, URI server, Instant ends, String details) {

  /** Nothing of it may be missing. */
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
