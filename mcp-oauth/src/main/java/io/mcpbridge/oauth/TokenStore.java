package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;

/**
 * Where tokens are kept. Thread-safe; called on the thread that makes a request, so it should be
 * quick. What it throws fails that request.
 */
public interface TokenStore {

  /** What is kept for this key. */
  @Nullable OAuthToken find(TokenKey key);

  /** Keeps a token instead of any before. It is called before the token is used. */
  void save(TokenKey key, OAuthToken token);

  /** Forgets it. */
  void remove(TokenKey key);

  /** Tokens in memory: gone with the application; of the 10,000 that were used last. */
  static TokenStore inMemory() {
    return new TokensInMemory();
  }
}
