package io.mcpbridge.oauth;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a person is asked for.
 *
 * @param url the page to show; https, or http on the own machine. To be opened as it is, without a
 *     shell
 * @param state what the answer must carry, to tell it from those of others; a secret
 * @param server the MCP server that wants a token
 * @param issuer the authorization server that gives it
 * @param scope what the token is to allow; empty if that is left to the authorization server
 */
public record PendingAuthorization(
    URI url, String state, URI server, String issuer, Set<String> scope) {

  /** Copies the set, in its order. */
  public PendingAuthorization {
    scope = Collections.unmodifiableSet(new LinkedHashSet<>(scope));
  }

  /** Without the URL, which holds the state. */
  @Override
  public String toString() {
    return "PendingAuthorization[" + server + ", issuer=" + issuer + ", scope=" + scope + "]";
  }
}
