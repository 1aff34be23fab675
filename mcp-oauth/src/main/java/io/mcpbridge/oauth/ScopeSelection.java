package io.mcpbridge.oauth;

/** Which scope a token is asked for (MCP, authorization, scope selection strategy). */
final class ScopeSelection {

  private static final Scopes OFFLINE_ACCESS = Scopes.parse("offline_access");

  private final TokenFlow flow;
  private final Scopes configured;

  /**
   * @param configured what the developer wants; empty for what the server says
   */
  ScopeSelection(TokenFlow flow, Scopes configured) {
    this.flow = flow;
    this.configured = configured;
  }

  /**
   * What the server wants: the scope of its challenge, else what the developer says, else all that
   * it knows, else none.
   */
  Scopes wanted(TokenFlow.Target target, AuthChallenge challenge) {
    Scopes scopes = challenge.scope();
    if (scopes != null) {
      return scopes;
    }
    if (!configured.isEmpty()) {
      return configured;
    }
    ResourceMetadata resource = target.found().resource();
    return resource == null ? Scopes.NONE : resource.scopes();
  }

  /** What to ask for: a refresh token too, where OpenID Connect is spoken, and only there. */
  Scopes withOfflineAccess(TokenFlow.Target target, Scopes scopes) {
    return flow.asksSomebody() && target.issuedBy().supportsScope("offline_access")
        ? scopes.and(OFFLINE_ACCESS)
        : scopes;
  }
}
