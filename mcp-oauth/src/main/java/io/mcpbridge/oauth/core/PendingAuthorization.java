package io.mcpbridge.oauth.core;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * An authorization that a user has not answered yet.
 *
 * @param url the page to show; https, or http on this machine. Open it as it is, without a shell
 * @param state the value that the response must carry; a secret
 * @param server the MCP server that requires the token
 * @param issuer the authorization server that issues it
 * @param scope the requested scopes; empty if the authorization server decides
 */
public record PendingAuthorization(
    URI url, String state, URI server, String issuer, Set<String> scope) {

  /** Copies the set and keeps its order. */
  public PendingAuthorization {
    scope = Collections.unmodifiableSet(new LinkedHashSet<>(scope));
  }

  /** Without the URL, which holds the state. */
  @Override
  public String toString() {
    return "PendingAuthorization[" + server + ", issuer=" + issuer + ", scope=" + scope + "]";
  }
}
