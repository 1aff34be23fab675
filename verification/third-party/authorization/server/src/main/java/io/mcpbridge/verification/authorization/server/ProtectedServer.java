package io.mcpbridge.verification.authorization.server;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerAutoConfiguration;
import org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerJwtAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.OAuth2ProtectedResourceMetadata;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

/**
 * One MCP server behind four endpoints. {@code /jwt/mcp} uses Spring's defaults for an issuer and a
 * scope, {@code /opaque/mcp} and {@code /ledger/mcp} introspect each token, and {@code /bound/mcp}
 * accepts only DPoP-bound tokens. Each accepts only tokens with its own audience.
 */
@SpringBootConfiguration
@EnableAutoConfiguration(
    exclude = {
      OAuth2AuthorizationServerAutoConfiguration.class,
      OAuth2AuthorizationServerJwtAutoConfiguration.class
    })
@Import(Tools.class)
public class ProtectedServer {

  private final String issuer;

  ProtectedServer(@Value("${issuer}") String issuer) {
    this.issuer = issuer;
  }

  /** Spring serves the metadata at the root, so the root is this server's resource identifier. */
  @Bean
  SecurityFilterChain jwt(HttpSecurity http) {
    JwtDecoder decoder = Audience.of("").decoder(issuer);
    return guarded(http.securityMatcher("/jwt/**", Audience.METADATA))
        .oauth2ResourceServer(
            tokens ->
                tokens
                    .jwt(jwt -> jwt.decoder(decoder))
                    .protectedResourceMetadata(
                        metadata -> metadata.protectedResourceMetadataCustomizer(this::describe)))
        .build();
  }

  /** Its resource identifier is its URL. */
  @Bean
  SecurityFilterChain opaque(HttpSecurity http) {
    return asking(http, "/opaque");
  }

  /** The same with another resource identifier. */
  @Bean
  SecurityFilterChain ledger(HttpSecurity http) {
    return asking(http, "/ledger");
  }

  private SecurityFilterChain asking(HttpSecurity http, String path) {
    Audience audience = Audience.of(path + "/mcp");
    return guarded(http.securityMatcher(path + "/**", Audience.METADATA + path + "/**"))
        .oauth2ResourceServer(
            tokens ->
                tokens
                    .opaqueToken(opaque -> opaque.introspector(audience.introspector(issuer)))
                    .authenticationEntryPoint(audience.entryPoint())
                    .protectedResourceMetadata(
                        metadata -> metadata.protectedResourceMetadataCustomizer(this::describe)))
        .build();
  }

  /** Its metadata declares what Spring's challenge does not: tokens must be DPoP-bound. */
  @Bean
  SecurityFilterChain bound(HttpSecurity http) {
    Audience audience = Audience.of("/bound/mcp");
    return guarded(http.securityMatcher("/bound/**", Audience.METADATA + "/bound/**"))
        .oauth2ResourceServer(
            tokens ->
                tokens
                    .jwt(jwt -> jwt.decoder(audience.decoder(issuer)))
                    .dPoP(Customizer.withDefaults())
                    .bearerTokenResolver(request -> null)
                    .authenticationEntryPoint(audience.entryPoint())
                    .protectedResourceMetadata(
                        metadata ->
                            metadata.protectedResourceMetadataCustomizer(this::describeBound)))
        .build();
  }

  private void describe(OAuth2ProtectedResourceMetadata.Builder document) {
    document.authorizationServer(issuer).scope("tools");
  }

  private void describeBound(OAuth2ProtectedResourceMetadata.Builder document) {
    describe(document);
    document.claim("dpop_bound_access_tokens_required", true);
  }

  private static HttpSecurity guarded(HttpSecurity http) {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_tools"))
        .csrf(csrf -> csrf.disable())
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .addFilterAfter(new ScopeOfTool(), AuthorizationFilter.class);
  }
}
