package io.mcpbridge.oauth;

/** The result of a refresh. */
sealed interface Refreshed {

  /** The authorization server issued a token for this refresh. */
  record Given(OAuthToken token) implements Refreshed {}

  /** Another process that shares the store was faster. */
  record Newer(OAuthToken token) implements Refreshed {}

  /** There is no token any more: the user has signed out, or has to give permission again. */
  record Gone() implements Refreshed {}
}
