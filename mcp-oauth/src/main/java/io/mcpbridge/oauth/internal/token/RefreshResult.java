package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.core.OAuthToken;

/** The result of a refresh. */
public sealed interface RefreshResult {

  /** The authorization server issued a token for this refresh. */
  record Issued(OAuthToken token) implements RefreshResult {}

  /** Another process that shares the store was faster. */
  record UpdatedElsewhere(OAuthToken token) implements RefreshResult {}

  /** There is no token any more: the user has signed out, or has to give permission again. */
  record Invalidated() implements RefreshResult {}
}
