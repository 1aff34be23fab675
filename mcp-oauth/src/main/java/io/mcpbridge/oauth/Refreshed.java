package io.mcpbridge.oauth;

/** What came of a refresh. */
sealed interface Refreshed {

  /** The authorization server gave a token, to us, just now. */
  record Given(OAuthToken token) implements Refreshed {}

  /** Somebody else who shares the store was faster. */
  record Newer(OAuthToken token) implements Refreshed {}

  /** There is no token any more: whoever it is for has signed out, or has to give permission. */
  record Gone() implements Refreshed {}
}
