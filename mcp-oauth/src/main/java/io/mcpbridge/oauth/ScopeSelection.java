package io.mcpbridge.oauth;

/** Which scope a token is asked for (MCP, authorization, scope selection strategy). */
final class ScopeSelection {

  private static final Scopes OFFLINE_ACCESS = Scopes.parse("offline_access");

  private final TokenFlow flow;

  ScopeSelection(TokenFlow flow) {
    this.flow = flow;
  }

  /** What the server wants: the scope of its challenge, else all that it knows, else none. */
  Scopes wanted(TokenFlow.Target target, AuthChallenge challenge) {
    Scopes scopes = challenge.scope();
    if (scopes != null) {
      return scopes;
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
