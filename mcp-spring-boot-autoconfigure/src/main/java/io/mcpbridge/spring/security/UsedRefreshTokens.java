package io.mcpbridge.spring.security;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;

/**
 * Refresh tokens that the authorization server has refused, whose access tokens are still valid:
 * they are not sent again. Bounded; the oldest are dropped.
 */
final class UsedRefreshTokens {

  private static final int MAX_TOKENS = 10_000;

  private final Set<String> spent =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MAX_TOKENS;
                }
              }));

  /**
   * Adds the refresh token of that client, if it has one.
   *
   * @return whether it was added now
   */
  boolean add(OAuth2AuthorizedClient client) {
    String token = refreshToken(client);
    return token != null && spent.add(token);
  }

  boolean hasThatOf(OAuth2AuthorizedClient client) {
    String token = refreshToken(client);
    return token != null && spent.contains(token);
  }

  private static @Nullable String refreshToken(OAuth2AuthorizedClient client) {
    OAuth2RefreshToken token = client.getRefreshToken();
    return token == null ? null : token.getTokenValue();
  }
}
