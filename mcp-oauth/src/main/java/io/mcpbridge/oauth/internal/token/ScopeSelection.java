package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.ResourceMetadata;
import io.mcpbridge.oauth.internal.discovery.Scopes;

/** Selects the scopes to request (MCP, authorization, scope selection strategy). */
public final class ScopeSelection {

  private static final Scopes OFFLINE_ACCESS = Scopes.parse("offline_access");

  private final TokenFlow flow;
  private final Scopes configured;

  /**
   * @param configured the configured scopes; empty to use those of the server
   */
  public ScopeSelection(TokenFlow flow, Scopes configured) {
    this.flow = flow;
    this.configured = configured;
  }

  /**
   * The scopes of the challenge, otherwise the configured ones, otherwise all that the server's
   * metadata lists, otherwise none.
   */
  public Scopes select(TokenFlow.Target target, AuthChallenge challenge) {
    Scopes scopes = challenge.scope();
    if (scopes != null) {
      return scopes;
    }
    if (!configured.isEmpty()) {
      return configured;
    }
    ResourceMetadata resource = target.discoveredServer().resource();
    return resource == null ? Scopes.NONE : resource.scopes();
  }

  /**
   * Adds {@code offline_access}, to get a refresh token, where the authorization server lists it.
   */
  public Scopes withOfflineAccess(TokenFlow.Target target, Scopes scopes) {
    return flow.isInteractive() && target.issuedBy().supportsScope("offline_access")
        ? scopes.and(OFFLINE_ACCESS)
        : scopes;
  }
}
