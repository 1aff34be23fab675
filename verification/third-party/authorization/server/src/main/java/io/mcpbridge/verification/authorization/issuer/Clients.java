package io.mcpbridge.verification.authorization.issuer;

import static org.springframework.security.oauth2.core.AuthorizationGrantType.AUTHORIZATION_CODE;
import static org.springframework.security.oauth2.core.AuthorizationGrantType.CLIENT_CREDENTIALS;
import static org.springframework.security.oauth2.core.AuthorizationGrantType.REFRESH_TOKEN;
import static org.springframework.security.oauth2.core.ClientAuthenticationMethod.CLIENT_SECRET_BASIC;
import static org.springframework.security.oauth2.core.ClientAuthenticationMethod.NONE;
import static org.springframework.security.oauth2.core.ClientAuthenticationMethod.PRIVATE_KEY_JWT;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/** The registered clients; a secret is {@code the-secret-of-ID}. */
@Configuration(proxyBeanMethods = false)
class Clients {

  /** RFC 8252, section 7.3: the client chooses the port. */
  private static final String LOOPBACK = "http://127.0.0.1/callback";

  private static final String WEB = "http://127.0.0.1/mcp/callback";

  @Bean
  ResettableClientRepository clientRepository(@Value("${keys}") String keys) {
    return new ResettableClientRepository(
        // gets opaque tokens, and refresh tokens for a single use
        asksPeople("desk", CLIENT_SECRET_BASIC)
            .tokenSettings(
                TokenSettings.builder()
                    .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                    .reuseRefreshTokens(false)
                    .build())
            .build(),
        // gets JWTs; a public client, so it gets no refresh token
        asksPeople("kiosk", NONE).build(),
        secret("nightly", CLIENT_SECRET_BASIC, CLIENT_CREDENTIALS).build(),
        with("signer", PRIVATE_KEY_JWT, CLIENT_CREDENTIALS)
            .clientSettings(
                ClientSettings.builder()
                    .jwkSetUrl(keys)
                    .tokenEndpointAuthenticationSigningAlgorithm(SignatureAlgorithm.ES256)
                    .build())
            .build(),
        // the MCP server itself, which introspects opaque tokens
        secret("mcp-server", CLIENT_SECRET_BASIC, CLIENT_CREDENTIALS).build());
  }

  private static RegisteredClient.Builder asksPeople(String id, ClientAuthenticationMethod method) {
    RegisteredClient.Builder client =
        method.equals(NONE)
            ? with(id, method, AUTHORIZATION_CODE)
            : secret(id, method, AUTHORIZATION_CODE);
    return client
        .authorizationGrantType(REFRESH_TOKEN)
        .redirectUri(LOOPBACK)
        .redirectUri(WEB)
        .clientSettings(
            ClientSettings.builder()
                .requireAuthorizationConsent(true)
                .requireProofKey(true)
                .build());
  }

  private static RegisteredClient.Builder secret(
      String id, ClientAuthenticationMethod method, AuthorizationGrantType grant) {
    return with(id, method, grant).clientSecret("the-secret-of-" + id);
  }

  private static RegisteredClient.Builder with(
      String id, ClientAuthenticationMethod method, AuthorizationGrantType grant) {
    return RegisteredClient.withId(id)
        .clientId(id)
        .clientAuthenticationMethod(method)
        .authorizationGrantType(grant)
        .scope("tools")
        .scope("orders");
  }
}
