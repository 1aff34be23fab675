package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;

/** Tokens in memory. */
final class TokensInMemory implements TokenStore {

  private static final int MAX_TOKENS = 10_000;

  private final LastUsed<TokenKey, OAuthToken> tokens = new LastUsed<>(MAX_TOKENS);

  @Override
  public @Nullable OAuthToken find(TokenKey key) {
    return tokens.get(key);
  }

  @Override
  public void save(TokenKey key, OAuthToken token) {
    tokens.put(key, token);
  }

  @Override
  public void remove(TokenKey key) {
    tokens.remove(key);
  }

  @Override
  public String toString() {
    return "TokensInMemory";
  }
}
