package io.mcpbridge.verification.authorization.issuer;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** Everything that was issued: Spring's in-memory service, plus what it forgets. */
class RecordingAuthorizationService implements OAuth2AuthorizationService {

  private volatile OAuth2AuthorizationService memory = new InMemoryOAuth2AuthorizationService();
  private final Map<String, String> principals = new ConcurrentHashMap<>();
  private final Set<String> secrets = ConcurrentHashMap.newKeySet();

  @Override
  public void save(OAuth2Authorization authorization) {
    principals.put(authorization.getId(), authorization.getPrincipalName());
    add(authorization.getToken(OAuth2AuthorizationCode.class));
    add(authorization.getAccessToken());
    add(authorization.getRefreshToken());
    memory.save(authorization);
  }

  private void add(OAuth2Authorization.@Nullable Token<? extends OAuth2Token> token) {
    if (token != null) {
      secrets.add(token.getToken().getTokenValue());
    }
  }

  /** All codes and tokens ever issued. */
  Set<String> secrets() {
    return secrets;
  }

  /** Simulates a restart. */
  void forget() {
    memory = new InMemoryOAuth2AuthorizationService();
  }

  /** Expires all access tokens of this user. */
  void endAccessTokens(String user) {
    change(
        user,
        authorization -> {
          OAuth2Authorization.Token<OAuth2AccessToken> token = authorization.getAccessToken();
          return token == null
              ? authorization
              : OAuth2Authorization.from(authorization).invalidate(token.getToken()).build();
        });
  }

  /** Expires all tokens of this user. */
  void endAllTokens(String user) {
    endAccessTokens(user);
    change(
        user,
        authorization -> {
          OAuth2Authorization.Token<OAuth2RefreshToken> token = authorization.getRefreshToken();
          return token == null
              ? authorization
              : OAuth2Authorization.from(authorization).invalidate(token.getToken()).build();
        });
  }

  private void change(String user, UnaryOperator<OAuth2Authorization> change) {
    principals.forEach(
        (id, principal) -> {
          OAuth2Authorization authorization = memory.findById(id);
          if (principal.equals(user) && authorization != null) {
            memory.save(change.apply(authorization));
          }
        });
  }

  @Override
  public void remove(OAuth2Authorization authorization) {
    memory.remove(authorization);
  }

  @Override
  public @Nullable OAuth2Authorization findById(String id) {
    return memory.findById(id);
  }

  @Override
  public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
    return memory.findByToken(token, type);
  }
}
