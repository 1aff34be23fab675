package io.mcpbridge.verification.authorization.issuer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenClaimsContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/**
 * The audience of a token is the {@code resource} of the token request (RFC 8707), which Spring
 * leaves to the application. Without one, the token is valid for nothing.
 */
@Configuration(proxyBeanMethods = false)
class Audience {

  @Bean
  OAuth2TokenCustomizer<JwtEncodingContext> ofJwts() {
    return token -> token.getClaims().audience(of(token.getAuthorizationGrant()));
  }

  @Bean
  OAuth2TokenCustomizer<OAuth2TokenClaimsContext> ofOpaqueTokens() {
    return token -> token.getClaims().audience(of(token.getAuthorizationGrant()));
  }

  private static List<String> of(@Nullable Authentication grant) {
    Map<String, Object> parameters =
        grant instanceof OAuth2AuthorizationGrantAuthenticationToken request
            ? request.getAdditionalParameters()
            : Map.of();
    return List.of(String.valueOf(parameters.getOrDefault("resource", "unknown")));
  }
}
